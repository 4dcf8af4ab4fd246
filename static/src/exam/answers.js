// The answer that a page holds: read from its fields as they stand, and put back into them.
const BROKEN = /\0|\p{Surrogate}/gu; // what no store keeps; the server puts the same sign in its place

const now = {
  checked: (field) => field.checked,
  text: (field) => field.value,
};
const served = {
  checked: (field) => field.defaultChecked,
  text: (field) => (field.tagName === 'SELECT' ? [...field.options].find((one) => one.defaultSelected)?.value ?? '' : field.defaultValue),
};

// `as`: as the fields stand now, or as the server sent them.
export function answerOf(sheet, {spent, as = now}) {
  const fields = [...sheet.elements];
  const named = (name) => fields.filter((field) => field.name === name);
  const placed = fields.filter((field) => field.name?.startsWith('place-')).sort((one, other) => place(one) - place(other));
  return {
    positions: named('option').filter(as.checked).map((field) => field.value),
    typed: [...named('number'), ...placed].map((field) => clean(as.text(field))),
    flagged: named('flagged').some(as.checked),
    struck: named('strike').filter(as.checked).map((field) => Number(field.value)).sort((one, other) => one - other),
    spent_ms: Math.round(spent),
  };
}

export function servedAnswer(sheet, spent) { return answerOf(sheet, {spent, as: served}); }

export function notesOf(field, as = now) {
  return {positions: [], typed: [clean(as.text(field))], flagged: false, struck: [], spent_ms: 0};
}

export function servedNotes(field) { return notesOf(field, served); }

// Put an answer back that is not saved yet. An order on the page follows the lists of places, as if they had been chosen.
export function putBack(sheet, {positions, typed, flagged, struck}) {
  const fields = [...sheet.elements];
  const mark = (name, values) => { for (const field of fields) if (field.name === name) field.checked = values.includes(field.value); };
  mark('option', positions);
  mark('strike', struck.map(String));
  mark('flagged', flagged ? ['yes'] : []);
  fields.filter((field) => field.name === 'number').forEach((field, at) => { field.value = typed[at] ?? ''; });
  const placed = fields.filter((field) => field.name?.startsWith('place-'));
  for (const field of placed) field.value = typed[place(field) - 1] ?? '';
  for (const field of placed.toSorted((one, other) => one.value - other.value)) field.dispatchEvent(new Event('change'));
}

export function isBlank({positions, typed}) { return !positions.length && !typed.some((text) => text.trim()); }

function place(field) { return Number(field.name.slice('place-'.length)); }

function clean(text) { return text.replace(BROKEN, '\uFFFD'); }
