"""Every table of the database, gathered for the migrations."""

from app.store.audit import audit
from app.store.bakes import bakes
from app.store.drafts import draft_versions, drafts
from app.store.exams import exam_gaps, exam_items, exam_revisions, exam_rulings, exams
from app.store.forgetting import forgotten_answers
from app.store.images import images
from app.store.imports import imported_practices
from app.store.item_conflicts import item_conflicts
from app.store.item_history import item_events, review_comments
from app.store.item_statistics import bank_statistics, item_statistics
from app.store.items import item_revisions, items
from app.store.learners import guest_tokens, learners
from app.store.logins import instructor_links, instructor_logins
from app.store.memories import memories
from app.store.meta import meta
from app.store.misconceptions import item_misconceptions, misconceptions
from app.store.practices import practices
from app.store.presentations import presentations
from app.store.question_imports import question_import_lines, question_imports
from app.store.remarks import fault_reports, flags, notes
from app.store.responses import responses, slips_made
from app.store.right_places import right_places
from app.store.schema import METADATA
from app.store.sittings import (
    sitting_answers,
    sitting_events,
    sitting_notices,
    sitting_results,
    sitting_slots,
    sittings,
)
from app.store.study_plans import study_plans
from app.store.time_zones import time_zones
from app.store.tries import tries
from app.store.turns import turns
from app.store.variants import slip_layouts, variants

TABLES = (
    meta,
    learners,
    guest_tokens,
    item_revisions,
    items,
    misconceptions,
    item_misconceptions,
    slip_layouts,
    variants,
    bakes,
    practices,
    presentations,
    responses,
    slips_made,
    tries,
    memories,
    flags,
    notes,
    fault_reports,
    imported_practices,
    turns,
    study_plans,
    time_zones,
    forgotten_answers,
    instructor_links,
    instructor_logins,
    audit,
    exam_revisions,
    exams,
    exam_items,
    exam_gaps,
    exam_rulings,
    sittings,
    sitting_slots,
    sitting_answers,
    sitting_events,
    sitting_results,
    sitting_notices,
    right_places,
    question_imports,
    question_import_lines,
    drafts,
    draft_versions,
    item_events,
    review_comments,
    item_conflicts,
    images,
    item_statistics,
    bank_statistics,
)

__all__ = ["METADATA", "TABLES"]
