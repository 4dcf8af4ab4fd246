// The calculator beside a question: computes on this page, keeps the last lines for this tab, and puts a result into a
// field of the answer. Without this file its form asks the server, in another tab.
import {calculate} from './calculate.js';

const KEPT = 'keyed.calculator';
const MOST = 8;
const PADS = [['exp( )', 'exp()'], ['ln( )', 'ln()'], ['√( )', '√()'], ['^'], ['('], [')'], ['×'], ['÷'], ['ans']];
const SPOKEN = {'^': '^ to the power', '(': '( opening bracket', ')': ') closing bracket', '×': '× times', '÷': '÷ divided by', ans: 'ans, the last result'};

export function startCalculator(aid) {
  const form = aid.querySelector('form');
  const input = form.elements.namedItem('expression');
  const found = make('p', {id: 'calculator-found', className: 'found', role: 'status'});
  const lines = make('ol', {className: 'reckoned'});
  lines.setAttribute('aria-label', 'Lines so far');
  const put = putButton(found, () => done.at(-1));
  const done = [];

  function enter(typed) {
    const result = calculate(typed, done.at(-1)?.estimate);
    if (result.sentence) return result;
    done.push({typed, ...result});
    if (done.length > MOST) { done.shift(); lines.firstElementChild.remove(); }
    lines.append(line(typed, result.shown, () => { input.value = typed; input.focus(); }));
    return result;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const {sentence, at, shown} = enter(input.value);
    found.textContent = sentence ?? `= ${shown}`;
    found.classList.toggle('fault', Boolean(sentence));
    if (sentence) {
      input.setAttribute('aria-invalid', 'true');
      const caret = [...input.value].slice(0, at).join('').length;
      input.focus();
      input.setSelectionRange(caret, caret);
    } else {
      input.removeAttribute('aria-invalid');
      input.select();
      if (put) put.hidden = false;
      keep(done);
    }
  });

  document.head.append(make('link', {rel: 'stylesheet', href: aid.dataset.style}));
  input.setAttribute('aria-describedby', `${input.getAttribute('aria-describedby')} ${found.id}`);
  form.before(lines);
  form.append(pads(input), found, ...(put ? [put] : []));
  for (const typed of kept()) enter(typed);
}

function make(tag, properties) { return Object.assign(document.createElement(tag), properties); }

function line(typed, shown, again) {
  const item = make('li', {});
  const button = make('button', {type: 'button', className: 'plain', textContent: typed});
  button.addEventListener('click', again);
  item.append(button, ` = ${shown}`);
  return item;
}

function pads(input) {
  const group = make('div', {className: 'pads', role: 'group'});
  group.setAttribute('aria-label', 'Put into the line');
  for (const [name, text = name] of PADS) {
    const button = make('button', {type: 'button', className: 'quiet', textContent: name});
    if (SPOKEN[name]) button.setAttribute('aria-label', SPOKEN[name]);
    button.addEventListener('click', () => {
      input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
      const inside = input.selectionEnd - (text.endsWith('()') ? 1 : 0);
      input.focus();
      input.setSelectionRange(inside, inside);
    });
    group.append(button);
  }
  return group;
}

// A button that types the last result into the field of the answer that was used last, else into the first empty one.
function putButton(found, last) {
  const fields = [...document.querySelectorAll('fieldset:enabled input[name=number]')];
  if (!fields.length) return null;
  let used = null;
  for (const field of fields) field.addEventListener('focus', () => { used = field; });
  const button = make('button', {type: 'button', className: 'quiet', hidden: true, textContent: 'Put into the answer'});
  button.addEventListener('click', () => {
    const field = used ?? fields.find((one) => !one.value) ?? fields[0];
    field.value = last().shown;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    field.focus();
    field.select();
    found.textContent = `${last().shown} is in the field ${field.labels[0].textContent.trim()}.`;
  });
  return button;
}

// Storage may be shut off; then nothing is kept.
function keep(done) {
  try { sessionStorage.setItem(KEPT, JSON.stringify(done.map(({typed}) => typed))); } catch { /* nothing is kept */ }
}

function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) ?? []; } catch { return []; }
}
