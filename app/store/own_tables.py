"""Which tables hold what is a learner's own, under the names that they have in an exported file."""

from collections.abc import Mapping

from sqlalchemy import Table

from app.store.imports import imported_practices
from app.store.learners import guest_tokens
from app.store.memories import memories
from app.store.practices import practices
from app.store.presentations import presentations
from app.store.remarks import fault_reports, flags, notes
from app.store.responses import responses, slips_made
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

EXPORTED: Mapping[str, Table] = {
    "practices": practices,
    "presentations": presentations,
    "responses": responses,
    "tries": tries,
    "slips": slips_made,
    "memories": memories,
    "flags": flags,
    "notes": notes,
    "reports": fault_reports,
    "acts": turns,
    "plans": study_plans,
    "time_zones": time_zones,
    "sittings": sittings,
    "sitting_slots": sitting_slots,
    "sitting_answers": sitting_answers,
    "sitting_events": sitting_events,
    "sitting_results": sitting_results,
    "sitting_notices": sitting_notices,
}
# Hashes of tokens say who somebody is and belong in no file; where a practice came from stands in its own record.
NOT_EXPORTED = (guest_tokens, imported_practices)
