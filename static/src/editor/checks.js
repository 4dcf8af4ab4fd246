// What was found in the text, asked of the server when typing rests for a moment: at its fields or lines, in the list,
// and the preview beside it. An answer that was overtaken by more typing is dropped.
import {closeRadicals} from '../radicals.js';
import {openWide} from '../wide.js';

const REST = 350;

export function startChecks(form, source) {
  const preview = document.getElementById('preview');
  let waiting = 0;
  let under = null;

  async function check() {
    under?.abort();
    under = new AbortController();
    try {
      const answer = await fetch(`${form.action}/preview`, {method: 'POST', body: new URLSearchParams(new FormData(form)), signal: under.signal});
      if (answer.ok) show(await answer.json());
    } catch {
      // The state of saving says that the server cannot be reached.
    }
  }

  async function show(found) {
    tellCount(found);
    tellList(found, Boolean(await source));
    tellDrawn(found.drawn);
    tellFields(form, found.faults);
    tellTried(form, found.tried);
    (await source)?.mark(found);
    if (found.preview === null) return; // what cannot be drawn leaves the last preview
    const open = preview.querySelector('details')?.open;
    preview.innerHTML = found.preview;
    if (open) preview.querySelector('details')?.setAttribute('open', '');
    closeRadicals(preview);
    openWide(preview);
  }

  form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(check, REST); });
  source.then((editor) => { if (editor) check(); });
}

function tellCount({faults, warnings}) {
  const line = document.getElementById('found-count');
  const told = faults.length ? `${faults.length} fault${faults.length === 1 ? '' : 's'} to mend before it can be published.`
    : warnings.length ? `No fault. The writing rules have ${warnings.length} remark${warnings.length === 1 ? '' : 's'}.`
      : '✓ No fault, and nothing that the writing rules remark.';
  if (line.textContent !== told) line.textContent = told;
  line.className = `found-count ${faults.length ? 'bad' : 'good'}`;
}

function tellList({faults, warnings}, all) {
  const lines = (all ? faults : faults.filter((one) => !placeOf(one.field))).map((one) => line('error', one.line, one.field, one.sentence));
  for (const one of warnings) lines.push(line(one.severity, one.line, one.rule, one.sentence));
  document.getElementById('found-list').replaceChildren(...lines);
}

function line(kind, number, name, sentence) {
  const item = document.createElement('li');
  item.className = kind;
  const where = document.createElement('b');
  where.textContent = `Line ${number}`;
  const code = document.createElement('code');
  code.textContent = name;
  item.append(where, ' ', ...(name ? [code, ' '] : []), sentence);
  return item;
}

// Another recipe has other fields. They hold what was typed in those of before; one that is left from there goes only when
// nobody is in it any more.
function tellDrawn(drawn) {
  const place = document.getElementById('drawn');
  if (!place || drawn === null) return;
  const come = document.createElement('div');
  come.innerHTML = drawn;
  if (fieldsOf(come) === fieldsOf(place)) return;
  const named = (within, name) => within.querySelector(`input[name="${CSS.escape(name)}"]`);
  const at = place.contains(document.activeElement) ? document.activeElement.name : '';
  if (at && !named(come, at)) return;
  for (const was of place.querySelectorAll('input')) {
    const is = named(come, was.name);
    if (is) is.value = was.value;
  }
  place.replaceChildren(...come.childNodes);
  if (at) named(place, at).focus();
}

const fieldsOf = (place) => [...place.querySelectorAll('label, input, .hint')].map((one) => one.name ?? one.textContent).join('\n');

const placeOf = (name) => document.querySelector(`[data-fault="${CSS.escape(name)}"]`);

// Beside each field stands what is wrong with it, and nothing else; a list above leads to each.
function tellFields(form, faults) {
  const ways = [];
  for (const place of form.querySelectorAll('[data-fault]')) {
    const told = faults.filter((one) => one.field === place.dataset.fault).map((one) => one.sentence[0].toUpperCase() + one.sentence.slice(1)).join(' ');
    if (place.textContent !== told) place.textContent = told;
    place.hidden = !told;
    const field = place.id && document.getElementById(place.id.replace(/-fault$/, ''));
    if (!field) continue;
    if (told) field.setAttribute('aria-invalid', 'true'); else field.removeAttribute('aria-invalid');
    field.setAttribute('aria-describedby', `${field.id}-hint${told ? ` ${place.id}` : ''}`);
    if (told) ways.push(way(field.id, place.dataset.called, told));
  }
  const fold = document.getElementById('at-fields');
  if (!fold) return;
  fold.hidden = !ways.length;
  fold.querySelector('ul').replaceChildren(...ways);
}

// Beside each check stands what it came to; while the question has faults nothing is tried.
function tellTried(form, tried) {
  for (const place of form.querySelectorAll('[data-tried]')) {
    const came = tried.find((one) => one.name === place.dataset.tried);
    const told = came ? came.words : 'Not tried while the question has faults.';
    if (place.textContent !== told) place.textContent = told;
    place.className = `came${came && came.held !== null ? (came.held ? ' good' : ' bad') : ''}`;
  }
}

function way(id, called, told) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `#${id}`;
  link.textContent = called;
  item.append(link, `: ${told}`);
  return item;
}
