"""The command line: serve, check and load banks, bake and report variants, migrate, and say how the machine is."""

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from app.kit.counts import sized, verb
from app.kit.errors import Problem
from app.settings import Settings, read_settings

if TYPE_CHECKING:
    from app.services.diagnosing.tally import DiagnosisReport
    from app.store.database import Database

app = typer.Typer(
    name="keyed",
    help="Exam practice in which no answer rests on anybody's word.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bank = typer.Typer(help="Check the questions, and load them into the database.", no_args_is_help=True)
variants = typer.Typer(
    help="Prepare the numbers of computed questions, and report on them.", no_args_is_help=True
)
app.add_typer(bank, name="bank")
app.add_typer(variants, name="variants")


def _device(text: str) -> str:
    """A device that can be asked for, as in KEYED_DEVICE; an enum's own sentence would begin with "Value error"."""
    if text not in ("auto", "cpu", "cuda"):
        raise typer.BadParameter(f"{text!r} is not one of 'auto', 'cpu', 'cuda'.")
    return text


Json = Annotated[bool, typer.Option("--json", help="Print JSON in place of text.")]


def say(sentence: str) -> None:
    """Print a line at once."""
    typer.echo(sentence)
    sys.stdout.flush()


@contextmanager
def kindly() -> Iterator[Settings]:
    """Gives the settings, and turns an error with a sentence into that sentence and exit status 1."""
    try:
        yield read_settings()
    except Problem as problem:
        typer.echo(problem.sentence, err=True)
        raise typer.Exit(1) from None


@contextmanager
def opened_bank(settings: Settings) -> "Iterator[Database]":
    """The database, brought to the newest version, with the questions loaded."""
    from app.kit.clock import SystemClock
    from app.wiring import load_questions, migrate_database, opened_database

    clock = SystemClock()
    database = opened_database(settings)
    try:
        migrate_database(database, clock)
        load_questions(database, settings, clock)
        yield database
    finally:
        database.close()


def print_json(record: Any) -> None:
    """Print a record as indented JSON; records of ours become objects, whatever else has no JSON form its text."""

    def plain(value: Any) -> Any:
        return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)

    typer.echo(dumps(record, indent=2, ensure_ascii=False, default=plain))


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to serve on (KEYED_HOST).")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to serve on; 0 takes a free one (KEYED_PORT).")
    ] = None,
) -> None:
    """Serve the pages until stopped with Ctrl-C."""
    with kindly() as settings:
        gc.disable()  # loading makes hardly any garbage; wiring sets the collector to work when all is loaded
        from app.port import take_port

        given = {"host": host, "port": port}
        wanted = settings.model_copy(
            update={name: value for name, value in given.items() if value is not None}
        )
        with take_port(wanted.host, wanted.port) as taken:
            from app.serving import serve as serve_pages

            serve_pages(wanted, taken, say)


@app.command()
def migrate() -> None:
    """Bring the database to the newest version, with a backup before."""
    with kindly() as settings:
        from app.kit.clock import SystemClock
        from app.wiring import migrate_database, opened_database

        database = opened_database(settings)
        done = migrate_database(database, SystemClock())
        database.close()
        say(
            "The database has the newest version."
            if done is None
            else f"The database now has version {done.after}."
        )


@app.command()
def doctor(json: Json = False) -> None:
    """Say how this machine is: Python, disk, database, questions, variants, torch and its device."""
    with kindly() as settings:
        from app.services.doctor import examine
        from app.wiring import engine_client, existing_database

        database = existing_database(settings)
        found = examine(database, engine_client(settings), data=settings.data, questions=settings.questions)
        if database is not None:
            database.close()
        if json:
            print_json({"well": found.well, "looked_at": found.looked_at})
        else:
            typer.echo("\n".join(found.lines()))
    raise typer.Exit(0 if found.well else 1)


@bank.command("check")
def bank_check(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder of the questions; the project's own if not given.")
    ] = None,
    seeds: Annotated[
        int,
        typer.Option(min=0, max=1000, help="Draws of each computed question on which its checks are tried."),
    ] = 0,
    json: Json = False,
) -> None:
    """Check all questions and exams: faults, writing rules, their own checks, what test-wise robots can guess, what can be filled."""
    with kindly() as settings:
        from app.bank.check import lines
        from app.kit.clock import SystemClock
        from app.services.exam_supply import checked_folder

        today = SystemClock().now().date()
        report, exams = checked_folder(folder or settings.questions, today, seeds=seeds)
        if json:
            print_json(
                {
                    "passed": report.passed,
                    "items": report.items,
                    "faults": [str(fault) for fault in report.faults],
                    "findings": report.findings,
                    "figures": report.figures,
                    "exams": [str(exam) for exam in exams],
                }
            )
        else:
            typer.echo("\n".join([*map(str, exams), lines(report)]))
    raise typer.Exit(0 if report.passed else 1)


@bank.command("image")
def bank_image(
    file: Annotated[Path, typer.Argument(help="A PNG, JPEG or WebP image.", exists=True, dir_okay=False)],
    bank_name: Annotated[str, typer.Argument(metavar="BANK", help="The bank whose questions show it.")],
) -> None:
    """Put an image into a bank, with nothing kept of it but its pixels, and print the line that shows it."""
    with kindly() as settings:
        from app.services.authoring.image_files import put_file

        path, line = put_file(settings.questions, bank_name, file.read_bytes())
        say(f"{path}\n{line}")


@bank.command("rules")
def bank_rules() -> None:
    """Print the chapter on writing items (docs/writing-items.md), made from the writing rules."""
    from app.bank.rules.chapter import chapter

    typer.echo(chapter(), nl=False)


@bank.command("sync")
def bank_sync(json: Json = False) -> None:
    """Load the questions from their files into the database; what was changed on both sides is told and left alone."""
    with kindly() as settings:
        from app.kit.clock import SystemClock
        from app.services.authoring.telling import conflicts_now, sync_lines
        from app.wiring import load_questions, migrate_database, opened_database

        clock = SystemClock()
        database = opened_database(settings)
        migrated = migrate_database(database, clock)
        done = load_questions(database, settings, clock)
        open_conflicts = conflicts_now(database)
        database.close()
        if json:
            print_json(
                {
                    "changed": done is not None,
                    "loaded": done,
                    "conflicts": open_conflicts,
                    "migrated": migrated,
                }
            )
        else:
            say("\n".join(sync_lines(done, open_conflicts)))


@bank.command("export")
def bank_export(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder to write to; the project's own questions if not given.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be written.")] = False,
    json: Json = False,
) -> None:
    """Write what is published back into files with their authors' comments; a file that is newer is left as it is."""
    with kindly() as settings:
        from app.kit.clock import SystemClock
        from app.services.authoring.telling import export_lines
        from app.services.authoring.writing_back import Target, write_back
        from app.wiring import current_database

        where = folder or settings.questions
        served = where.resolve() == settings.questions.resolve()
        target = Target(where, served, settings.questions, dry_run)
        database = current_database(settings)
        done = write_back(database, target, SystemClock(), actor="keyed bank export")
        database.close()
        if json:
            print_json({"files": done.lines, "same": done.same, "dry_run": dry_run})
        else:
            say("\n".join(export_lines(done, target)))
    raise typer.Exit(1 if done.refused else 0)


@bank.command("statistics")
def bank_statistics() -> None:
    """Compute what stored answers and checks say of the questions, and drop images that nothing shows; serving does so itself."""
    with kindly() as settings:
        from app.kit.clock import SystemClock
        from app.services.authoring.image_sweep import ImageSweep
        from app.services.authoring.measuring import Measuring
        from app.services.authoring.whole import freshen
        from app.wiring import current_database

        database, clock = current_database(settings), SystemClock()
        done = Measuring(database, clock).refresh()
        freshen(database, clock)
        ImageSweep(database, clock).daily()
        database.close()
        say(
            "No answer has come in since the last time."
            if done is None
            else f"{sized(done.answers, 'answer')} {verb(done.answers, 'was', 'were')} counted for {sized(done.items, 'question')}."
        )


@variants.command("bake")
def variants_bake(
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            "--number",
            min=1,
            max=100_000,
            help="Variants to have of each question (KEYED_VARIANTS).",
        ),
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(
            parser=_device,
            metavar="[auto|cpu|cuda]",
            help="Where to compute: auto takes CUDA where it works (KEYED_DEVICE).",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Search, compute, prove and store variants until each question has enough, or all that exist."""
    given: dict[str, object] = {"variants": count, "device": device}
    with kindly() as settings, opened_bank(settings) as database:
        from app.services.reporting import STOPPED, bake_all, device_line
        from app.wiring import baking_of

        wanted = settings.model_copy(
            update={name: value for name, value in given.items() if value is not None}
        )
        with baking_of(database, wanted) as baking:
            typer.echo(
                device_line(baking.engine, must_be=wanted.device if wanted.device == "cuda" else None),
                err=True,
            )
            try:
                stored = bake_all(baking, lambda sentence: typer.echo(sentence, err=True))
            except KeyboardInterrupt:
                typer.echo(STOPPED, err=True)
                raise typer.Exit(130) from None
        if json:
            print_json(stored)
        else:
            typer.echo(
                "\n".join(
                    f"{one.item_id}: {sized(one.stored, 'variant')}, {one.new:,} of them new"
                    for one in stored
                )
            )


def _print_diagnosis(reports: "Iterable[DiagnosisReport]", json: bool) -> NoReturn:
    """Print reports as they come in, and exit: with status 1 where one misses an aim."""
    from app.services.diagnosing.lines import diagnosis_lines, summary_lines

    found = []
    for report in reports:
        found.append(report)
        if not json:
            say("\n".join(diagnosis_lines(report)))
    if json:
        print_json([report.record() for report in found])
    else:
        say("\n".join(summary_lines(found)))
    raise typer.Exit(0 if all(report.well for report in found) else 1)


@variants.command("report")
def variants_report(
    seeds: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Draws per question; 1000, with --diagnosis 300.")
    ] = None,
    diagnosis: Annotated[
        bool, typer.Option("--diagnosis", help="Report how well slips in typed numbers are recognised.")
    ] = False,
    people: Annotated[
        int, typer.Option(min=5, max=100_000, help="With --diagnosis: how many people make each slip.")
    ] = 100,
    item: Annotated[str, typer.Option(help="Only questions with this in their name.")] = "",
    json: Json = False,
) -> None:
    """Report per recipe: how many variants exist, refusals with reasons, position and rank of the answer, time.

    With --diagnosis: for typed numbers, what people who make slips are told; exit status 1 where an aim is missed.
    """
    with kindly() as settings, opened_bank(settings) as database:
        from app.services.reporting import report_all, report_lines
        from app.wiring import baking_of

        with baking_of(database, settings) as baking:
            if diagnosis:
                from app.services.diagnosing.run import diagnose_all

                _print_diagnosis(
                    diagnose_all(database, baking.engine, seeds=seeds or 300, people=people, named=item), json
                )
            reports = report_all(database, baking.engine, seeds or 1000, named=item)
            if json:
                print_json(list(reports))
            else:
                for report in reports:
                    say("\n".join(report_lines(report)))


@variants.command("verify")
def variants_verify(json: Json = False) -> None:
    """Prove everything that is stored once more, by both routes, and name whatever does not hold."""
    with kindly() as settings:
        from app.services.verifying import verify_all
        from app.wiring import current_database, engine_client

        database, engine = current_database(settings), engine_client(settings)
        try:
            found = verify_all(database, engine, lambda sentence: typer.echo(sentence, err=True))
        finally:
            engine.close()
            database.close()
        if json:
            print_json({"holds": found.holds, **asdict(found)})
        else:
            typer.echo("\n".join(found.lines()))
    raise typer.Exit(0 if found.holds else 1)
