"""The record of the progress page, with its plots drawn."""

from dataclasses import dataclass

from markupsafe import Markup

from app.services.progress_views import ProgressView
from app.web.drawing import Drawing, drawn
from app.web.pages import NOTHING, Frame
from app.web.progress_plots import forecast_plot, plots_over_time


@dataclass(frozen=True, slots=True)
class ProgressPage:
    """What was practised, the shares right, the slips made, and plots; None before the first practice."""

    frame: Frame
    progress: ProgressView | None
    own: Markup = NOTHING
    plots: tuple[Drawing, ...] = ()
    forecast: Drawing | None = None


def progress_page(view: ProgressView | None, frame: Frame, own: Markup) -> ProgressPage:
    """The page with its plots, or the one that says where to start."""
    if view is None or not view.answered:
        return ProgressPage(frame, view, own)
    ahead = forecast_plot(view.ahead)
    return ProgressPage(
        frame=frame,
        progress=view,
        own=own,
        plots=tuple(map(drawn, plots_over_time(view.over_time))),
        forecast=drawn(ahead) if ahead else None,
    )
