// What is chosen or typed stays in this tab until it is answered: a cut network, a reload or the way back lose nothing.
// Browsers do so by themselves only for fields that may also be filled in from memory, which numbers must not be.
export function startDrafts(page) {
  const form = page.querySelector('form.answering');
  const tried = form?.dataset.tried ?? ''; // what was tried is no draft of the next try
  const name = `keyed.draft.${location.pathname.replace(/\/(response|feedback)$/, '')}${tried && `.${tried}`}`;
  const fields = form ? [...form.querySelectorAll('fieldset:enabled :is([name=option], [name=number], [name=confidence], [name^=place-])')] : [];
  if (!fields.length) { store((storage) => storage.removeItem(name)); return; }
  if (!page.getElementById('faults')) fill(fields, store((storage) => JSON.parse(storage.getItem(name))) ?? []);
  form.addEventListener('input', () => store((storage) => storage.setItem(name, JSON.stringify(fields.map(given)))));
}

const isText = (field) => field.name === 'number' || field.name.startsWith('place-');

function given(field) { return isText(field) ? field.value : field.checked; }

function fill(fields, kept) {
  if (kept.length !== fields.length) return;
  fields.forEach((field, place) => {
    if (isText(field)) field.value = kept[place]; else field.checked = kept[place];
  });
}

// Storage may be shut off; then nothing is kept.
function store(use) {
  try { return use(sessionStorage); } catch { return null; }
}
