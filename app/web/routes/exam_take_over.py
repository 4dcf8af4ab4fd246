"""Going on with a sitting in this tab or on this device: by a page's script, or by its button."""

from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, Router

from app.services.exams.saving import Saved
from app.web.door import door_of
from app.web.exam_posts import read_take_over
from app.web.guard import LARGEST_BODY
from app.web.holding import give_holder_cookie, sitting_path
from app.web.login import guest_who_answers, require_form_token
from app.web.quick import FORM, JSON, JsonResponse, body_of, kind_of
from app.web.routes.exam_saves import in_json
from app.web.saves import standing
from app.web.sheets import way_back
from app.web.statuses import SENTENCES


async def take_over(request: Request) -> Response:
    """Go on with a sitting here: by a page's script, or by its button."""
    match kind_of(request.scope["headers"]):
        case media if media == JSON:
            return await _take_over_by_script(request)
        case media if media == FORM:
            sent = parse_qs((await body_of(request.receive, LARGEST_BODY)).decode("utf-8", "replace"))
            saved = await _taken_over(request, sent.get("csrf_token", [""])[-1])
            root, way = sitting_path(request.path_params["sitting_id"]), way_back(sent.get("back", [""])[-1])
            response: Response = RedirectResponse(f"{root}/{way}" if way else root, 303)
            give_holder_cookie(response, door_of(request), request.path_params["sitting_id"], saved.holder)
            return response
        case _:
            return JsonResponse({"sentence": SENTENCES[415]}, 415)


@in_json
async def _take_over_by_script(request: Request) -> Response:
    saved = await _taken_over(request, read_take_over(await body_of(request.receive, LARGEST_BODY)))
    response = JsonResponse(standing(door_of(request).services.saving, saved.sitting, saved.holder))
    give_holder_cookie(response, door_of(request), request.path_params["sitting_id"], saved.holder)
    return response


async def _taken_over(request: Request, csrf_token: str) -> Saved:
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    saving = door_of(request).services.saving
    return await saving.take_over(guest.learner_id, request.path_params["sitting_id"])


router = Router([Route(f"{sitting_path('{sitting_id}')}/take-over", take_over, methods=["POST"])])
