// What keys do. The single ones rest in text fields and dialogs, with any modifier held, and where they are switched off
// (WCAG 2.1.4). The table here and the one of app/web/shortcuts.py, which the pages list, are compared by a test.
import {closeAid, openAid} from './aids.js';
import {read} from './preferences.js';

const TYPING = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]';
const ACTING = 'a[href], button, summary, input, textarea, select';

// `signs` are values of event.key in small letters; `act` says whether there was something to do. `always`: no single
// letter or sign, so that it neither rests nor can be switched off.
export const KEYS = [
  {name: 'option', signs: [...'123456789abcdef'], act: choose},
  {name: 'confidence', signs: ['s', 'u', 'g'], act: say},
  {name: 'answer', signs: ['enter'], act: answer, always: true},
  {name: 'next', signs: ['n'], act: press('[data-key=n]')},
  {name: 'calculator', signs: ['k'], act: openAid},
  {name: 'close', signs: ['escape'], act: closeAid, always: true},
  {name: 'list', signs: ['?'], act: (page) => show(page.getElementById('keys'))},
];

export function startKeys(page, table = KEYS) {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey || page.querySelector('dialog[open]')) return;
    const resting = event.target.matches(TYPING) || read('shortcuts') === 'off';
    const sign = event.key.toLowerCase();
    const fits = ({signs, always}) => signs.includes(sign) && (always || !resting);
    if (table.some((one) => fits(one) && one.act(page, event))) event.preventDefault();
  });
}

function show(dialog) { dialog?.showModal(); return Boolean(dialog); }

export function press(selector) {
  return (page) => { const found = page.querySelector(selector); found?.click(); return Boolean(found); };
}

function mark(field) {
  if (!field) return false;
  field.focus();
  field.click();
  return true;
}

export function choose(page, {key}) {
  const place = /\d/.test(key) ? Number(key) : key.toLowerCase().charCodeAt(0) - 96;
  return mark(page.querySelector(`fieldset:enabled input:enabled[name=option][value="${place}"]`));
}

function say(page, {key}) {
  const said = {s: 'sure', u: 'unsure', g: 'guess'}[key.toLowerCase()];
  return mark(page.querySelector(`fieldset:enabled input[name=confidence][value=${said}]`));
}

// Enter on a button, a link or in a field does what it always does; elsewhere it answers.
function answer(page, {target}) {
  const form = page.querySelector('form.answering');
  if (!form?.querySelector('button')) return false;
  if (target.matches(ACTING) && !target.matches('input[name=option], input[name=confidence]')) return false;
  form.requestSubmit();
  return true;
}
