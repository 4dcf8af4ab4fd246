// Single keys: 1–9 or A–F choose an option (six are the most), Enter answers, N goes on, ? lists the keys.
// S, U and G say how sure one is.
// They rest in text fields and dialogs, with any modifier held, and where they are switched off (WCAG 2.1.4).
import {read} from './preferences.js';

const TYPING = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]';
const ACTING = 'a[href], button, summary, input, textarea, select';

export function startKeys(page) {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches(TYPING)) return;
    if (page.querySelector('dialog[open]')) return;
    if (event.key === 'Enter') { answer(page, event); return; }
    if (read('shortcuts') === 'off') return;
    if (act(page, event.key)) event.preventDefault();
  });
}

function act(page, key) {
  if (key === '?') { page.getElementById('keys')?.showModal(); return true; }
  if (/^n$/i.test(key)) { const next = page.querySelector('[data-key=n]'); next?.click(); return Boolean(next); }
  const place = /^[1-9]$/.test(key) ? Number(key) : /^[a-f]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 96 : 0;
  const sure = {s: 'sure', u: 'unsure', g: 'guess'}[key.toLowerCase()];
  const wanted = sure ? `[name=confidence][value=${sure}]` : `[name=option][value="${place}"]`;
  const option = page.querySelector(`fieldset:enabled input${wanted}`);
  if (!option) return false;
  option.focus();
  option.click();
  return true;
}

// Enter on a button or a link does what it always does; elsewhere it answers.
function answer(page, event) {
  const form = page.querySelector('form.answering');
  if (!form?.querySelector('button')) return;
  if (event.target.matches(ACTING) && !event.target.matches('input[name=option], input[name=confidence]')) return;
  event.preventDefault();
  form.requestSubmit();
}
