// What a page of a sitting shows of its state: the time, how each question stands on the server, and what is said aloud.
import {countsLine, face, questions, timeLeft, timeOfDay} from './words.js';

const TEXTS = {
  saving: 'Saving',
  unsaved: 'Not saved yet',
  older: 'Not saved: a newer answer is there. Reload the page to see it.',
  ousted: 'Not counted: this exam goes on in another place.',
  elsewhere: 'Not saved: this exam is open in another tab.',
  late: 'Too late to count. It is kept for the instructor.',
  refused: 'Not saved: the server could not take it. Reload the page, and give it again.',
};
const LOST = {
  network: 'No connection. What you give is kept in this browser and is sent as soon as the server can be reached; the time goes on.',
  login: 'The server does not know this browser any more. What you give is kept here; open the first page in another tab, then come back.',
};
const BRIEFLY = 20_000;
const COMES_BACK = 5 * 60_000;

// `zone` is that in which the server writes moments.
export function viewOf(page, {n, limit, zone}) {
  const get = (id) => page.getElementById(id);
  const [told, warned, clock, time, note, toggle] = ['told', 'warned', 'clock', 'time-left', 'time-note', 'time-toggle'].map(get);
  const lines = {[n]: get('saving'), 0: get('notes-saving')};
  let lost = '';
  let fading = 0;
  get('save-now')?.remove();

  function say(place, text) {
    if (!place) return;
    place.textContent = '';
    setTimeout(() => { place.textContent = text; }, 50); // so that the same words are said again
  }

  // How many questions stand how, as app/web/sitting_parts.py counts and says it.
  function counted() {
    const places = [...page.querySelectorAll('[data-place]')].map(({dataset}) => dataset);
    const of = (state) => places.filter((one) => one.state === state).length;
    const line = get('navigator-counts');
    if (line) line.textContent = countsLine({answered: of('answered'), begun: of('begun'), open: of('open'), flagged: places.filter((one) => one.flagged === 'yes').length});
    const way = page.querySelector('progress.way');
    if (!way) return;
    way.value = of('answered');
    way.setAttribute('aria-label', `${of('answered')} of ${places.length} answered`);
  }

  const view = {
    hidden: clock?.dataset.hidden === 'yes',
    tell: (text) => say(told, text),
    warn(text, {briefly = false} = {}) {
      say(warned, text);
      clearTimeout(fading);
      if (briefly) fading = setTimeout(() => { warned.textContent = ''; }, BRIEFLY);
    },

    time(left) {
      if (!time || left === Infinity) return;
      const shown = !view.hidden || left <= COMES_BACK;
      const text = face(left);
      if (time.textContent !== text) time.textContent = text;
      time.hidden = !shown;
      clock.dataset.hidden = shown ? 'no' : 'yes';
      clock.dataset.near = left <= COMES_BACK && limit > COMES_BACK ? 'yes' : 'no';
      note.textContent = shown ? '' : 'hidden';
      if (toggle) toggle.hidden = left <= COMES_BACK;
    },

    toggled() {
      view.hidden = !view.hidden;
      toggle.value = view.hidden ? 'show-time' : 'hide-time';
      toggle.firstChild.textContent = view.hidden ? 'Show' : 'Hide';
    },

    sayTime(left) { view.tell(`${timeLeft(left)} left`); },

    // How a question stands on the server.
    state(number, state, ack) {
      const line = lines[number];
      const text = state === 'saved' ? savedText(ack, zone) : TEXTS[state];
      if (line) {
        line.dataset.kept = {saved: 'saved', saving: 'saving'}[state] ?? 'unsaved';
        (line.querySelector('#saving-text') ?? line).textContent = text;
      }
      const place = page.querySelector(`[data-place="${number}"]`);
      if (place) place.dataset.kept = line?.dataset.kept ?? (state === 'saved' ? 'saved' : 'unsaved');
    },

    // The sign of a question among all questions; whether it became another.
    place(number, {state, flagged}) {
      const place = page.querySelector(`[data-place="${number}"]`);
      if (!place) return false;
      const now = {state, flagged: flagged ? 'yes' : 'no'};
      const same = place.dataset.state === now.state && place.dataset.flagged === now.flagged;
      Object.assign(place.dataset, now);
      place.querySelector('.mark').textContent = `${{answered: '✓', begun: '…', open: ''}[state]}${flagged ? '⚑' : ''}`;
      place.querySelector('.said').textContent = `, ${{answered: 'answered', begun: 'begun', open: 'unanswered'}[state]}${flagged ? ', flagged' : ''}`;
      counted();
      return !same;
    },

    // Why what stands there does not count as answered; nothing where it does, or where nothing stands there.
    incomplete(why) {
      const line = get('incomplete');
      if (!line) return;
      line.hidden = !why;
      get('incomplete-why').textContent = why;
    },

    network(there, reason) {
      const text = there ? '' : LOST[reason] ?? LOST.network;
      if (text === lost) return;
      if (text) view.warn(text); else { view.warn(''); view.tell('The connection is back, and everything is saved.'); }
      lost = text;
    },

    // What was sent and does not count, said once for all questions that it is true of.
    uncounted(fates, runs) {
      const of = (fate) => fates.filter((one) => one.fate === fate && one.n > 0).map((one) => one.n);
      const [late, ousted] = [of('late'), of('ousted')];
      if (late.length) view.warn(`What you gave last to ${questions(late)} came after ${runs ? 'its part was closed' : 'the end'}. It does not count, and is kept for the instructor.`);
      if (ousted.length) view.warn(`What you gave here to ${questions(ousted)} does not count, as this exam goes on in another place. It is kept for the instructor.`);
      return late.length + ousted.length > 0;
    },

    // Nothing more can be given here.
    close(sheet) { for (const field of sheet.elements) if (!field.matches('[name^=look-], #look-apply, #time-toggle')) field.disabled = true; },

    notice(text, acts = []) {
      const box = Object.assign(page.createElement('div'), {className: 'notice', id: 'notice', tabIndex: -1});
      box.append(Object.assign(page.createElement('p'), {textContent: text}));
      const row = Object.assign(page.createElement('p'), {className: 'acts'});
      for (const [label, act] of acts) {
        const button = Object.assign(page.createElement('button'), {type: 'button', textContent: label});
        button.addEventListener('click', act);
        row.append(button);
      }
      if (acts.length) box.append(row);
      get('notice')?.remove();
      get('main').prepend(box);
      view.warn(text);
      return box;
    },
  };
  return view;
}

function savedText({saved_at: moment}, zone) { return moment ? `Saved at ${timeOfDay(new Date(moment), zone)}` : 'Saved'; }
