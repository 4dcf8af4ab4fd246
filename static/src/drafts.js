// What is chosen or typed stays in this browser until it is answered: a cut network, a reload, the way back, a closed tab
// and a second one lose nothing. Without this file browsers themselves fill the fields again on the way back.
// A question's address is one learner's own, so a draft by that name is never shown to anybody else.
const DRAFT = 'keyed.draft.';
const LONGEST = 30 * 24 * 3600 * 1000; // milliseconds that a draft is kept
const FIELDS = 'fieldset:enabled :is([name=option], [name=number], [name=confidence], [name^=place-])';

export function startDrafts(page) {
  const path = location.pathname;
  sweep(path, isFinished(page, path));
  if (!page.querySelector('main.question, main.feedback')) return; // an error page says nothing of the question
  const name = DRAFT + path.replace(/\/(response|feedback|note|report)$/, '');
  const form = page.querySelector('form.answering');
  const fields = form ? [...form.querySelectorAll(FIELDS)] : [];
  if (!fields.length) { store((storage) => storage.removeItem(name)); return; }
  form.autocomplete = 'off'; // the draft does it; without this file the way back does, and may offer older numbers for it
  const tried = form.dataset.tried ?? ''; // what was tried is no draft of the next try
  const keep = (sent) => store((storage) => storage.setItem(name, JSON.stringify({at: Date.now(), tried, sent, given: fields.map(given)})));
  const kept = read(name);
  // What was sent and came back stands on the page as it was read; what was typed after that is newer than the page.
  if (kept?.tried === tried && !(kept.sent && page.getElementById('faults'))) fill(fields, kept.given);
  form.addEventListener('input', () => keep(false));
  form.addEventListener('submit', ({submitter}) => { if (!submitter?.hasAttribute('formaction')) keep(true); });
}

const isText = (field) => field.name === 'number' || field.name.startsWith('place-');

function given(field) { return isText(field) ? field.value : field.checked; }

function fill(fields, kept) {
  if (kept?.length !== fields.length) return;
  fields.forEach((field, place) => {
    if (isText(field)) field.value = kept[place]; else field.checked = kept[place];
  });
}

// Away goes what is too old, or none of ours; what was sent where a later question is asked; all of a practice that is
// over; and everything where somebody was forgotten.
function sweep(path, finished) {
  const now = Date.now();
  for (const name of store((storage) => Object.keys(storage)) ?? []) {
    if (!name.startsWith(DRAFT)) continue;
    const kept = read(name);
    const fresh = kept && Math.abs(now - kept.at) < LONGEST;
    const [here, draft] = [path, name].map((one) => /\/practice\/([^/]+)(?:\/items\/(\d+))?/.exec(one));
    const same = here && draft && here[1] === draft[1];
    const passed = same && kept?.sent && Number(draft[2]) < Number(here[2]);
    if (!fresh || passed || (same && finished) || path === '/forgotten') store((storage) => storage.removeItem(name));
  }
}

// A summary without a way on is that of a practice which is over.
function isFinished(page, path) { return path.endsWith('/summary') && !page.querySelector('form[action$="/next"]'); }

function read(name) {
  const kept = store((storage) => JSON.parse(storage.getItem(name)));
  return Array.isArray(kept?.given) && typeof kept.at === 'number' ? kept : null;
}

// Storage may be full, missing or shut off; then nothing is kept.
function store(use) {
  try { return use(localStorage); } catch { return null; }
}
