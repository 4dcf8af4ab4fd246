// What single letters do in an exam; the pages list them from app/web/shortcuts.py, and a test compares the two.
import {closeAid, openAid} from '../aids.js';
import {choose, press} from '../keys.js';

let striking = false; // X was pressed, and the next sign says which option

export function sittingKeys({tell, sayTime}) {
  return [
    {name: 'struck', signs: [...'123456789abcdef'], act: strike}, // first, as it takes signs that mean something else without X
    {name: 'option', signs: [...'123456789abcde'], act: choose},
    {name: 'next', signs: ['n'], act: way('next', 'This is the last question. R leads to the review.')},
    {name: 'previous', signs: ['p'], act: way('previous', 'This is the first question.')},
    {name: 'flag', signs: ['f'], act: flag},
    {name: 'strike', signs: ['x'], act: startStriking},
    {name: 'review', signs: ['r'], act: press('#go-review')},
    {name: 'number', signs: ['g'], act: goTo},
    {name: 'time', signs: ['t'], act: () => { sayTime(); return true; }},
    {name: 'calculator', signs: ['k'], act: openAid},
    {name: 'close', signs: ['escape'], act: close, always: true},
    {name: 'list', signs: ['?'], act: list},
  ];

  function way(name, end) {
    return (page) => {
      const button = page.getElementById(`go-${name}`);
      if (button) button.click(); else if (page.getElementById('ways')) tell(end); else return false;
      return true;
    };
  }

  function flag(page) {
    const box = page.getElementById('flagged');
    if (!box || box.disabled) return false;
    box.click();
    tell(box.checked ? 'Flagged' : 'No longer flagged');
    return true;
  }

  function startStriking(page) {
    if (!page.querySelector('input[name=strike]:enabled')) return false;
    striking = true;
    tell('Strike which option?');
    return true;
  }

  function strike(page, {key}) {
    if (!striking) return false;
    striking = false;
    const place = /\d/.test(key) ? Number(key) : key.toLowerCase().charCodeAt(0) - 96;
    const box = page.querySelector(`input[name=strike][value="${place}"]:enabled`);
    if (!box) { tell('There is no such option.'); return true; }
    box.click();
    tell(`Option ${String.fromCharCode(64 + place)} ${box.checked ? 'struck through' : 'no longer struck through'}`);
    return true;
  }

  // A small dialog that asks for a number.
  function goTo(page) {
    const places = [...page.querySelectorAll('[data-place]:enabled')];
    if (!places.length) return false;
    const dialog = page.getElementById('go-to') ?? asking(page, places.at(-1).dataset.place);
    dialog.showModal();
    dialog.querySelector('input').select();
    return true;
  }

  function asking(page, most) {
    const made = (tag, properties) => Object.assign(page.createElement(tag), properties);
    const dialog = made('dialog', {id: 'go-to', className: 'keys go-to', ariaLabel: 'Go to a question'});
    const form = made('form', {method: 'dialog'});
    const label = made('label', {textContent: 'Go to question '});
    const field = made('input', {type: 'text', inputMode: 'numeric', autocomplete: 'off', maxLength: 3});
    const fault = made('p', {className: 'fault', role: 'alert'});
    const acts = made('p', {className: 'acts'});
    acts.append(made('button', {textContent: 'Go'}), made('button', {type: 'button', className: 'quiet', textContent: 'Stay here'}));
    acts.lastChild.addEventListener('click', () => dialog.close());
    label.append(field);
    form.append(label, fault, acts);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      event.stopPropagation();
      const place = page.querySelector(`[data-place="${CSS.escape(field.value.trim())}"]:enabled`);
      if (!place) { fault.textContent = `Type a number from 1 to ${most} of a question that is open to you.`; return; }
      dialog.close();
      place.click();
    });
    dialog.addEventListener('cancel', () => field.blur()); // or its field, though hidden, hears the next sign
    dialog.append(form);
    page.body.append(dialog);
    return dialog;
  }

  function close(page, event) {
    if (striking) { striking = false; tell('Nothing is struck through'); return true; }
    return closeAid(page, event);
  }

  function list(page) {
    const fold = page.getElementById('keyboard');
    if (!fold) return false;
    fold.open = true;
    fold.querySelector('summary').focus();
    return true;
  }
}
