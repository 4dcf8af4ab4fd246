// A sitting of an exam with a script: everything is saved as it is given, the time runs on the page, and a lost network
// loses nothing. Every page of it works without this file; templates/exams/sitting/frame.html says where it hooks in.
import {startKeys} from '../keys.js';
import {write} from '../preferences.js';
import {inView, limitChoices} from './aids.js';
import {answerOf, isBlank, notesOf, putBack, servedAnswer, servedNotes} from './answers.js';
import {Countdown, Ticker, due} from './clock.js';
import {startLeaving} from './leaving.js';
import {openQueue} from './queue.js';
import {STANDS, Saving} from './saving.js';
import {serverOf} from './server.js';
import {sittingKeys} from './shortcuts.js';
import {startTabs} from './tabs.js';
import {viewOf} from './view.js';
import {timeLeft} from './words.js';

const OVER = ['submitted', 'expired', 'graded'];
const LAST_CALL = 3_000; // milliseconds, within the server's grace, for what is under way when the time is up
const page = document;
const sheet = page.getElementById('sheet');
if (sheet?.dataset.sitting) start();

function start() {
  const {sitting, state, saves, over, limitMs} = sheet.dataset;
  const [n, holder] = [Number(sheet.dataset.n), Number(sheet.dataset.holder)];
  const root = `/exams/sittings/${sitting}`;
  const csrf = sheet.elements.namedItem('csrf_token').value;
  const notes = page.getElementById('notes');
  const field = (name) => sheet.elements.namedItem(name);
  const view = viewOf(page, {n, limit: Number(limitMs), zone: {name: sheet.dataset.zone, called: sheet.dataset.zoneCalled}});
  const server = serverOf({root, csrf});
  const spent = inView(Number(field('spent_ms')?.value ?? 0));
  const answers = saves === 'yes' && n > 0;
  const tick = () => performance.now();
  let holds = false;
  let ready = false; // this tab holds the sitting, and what was left over is back on the page
  let closed = false; // nothing more is taken from this page
  let ending = false;
  let isOpen;
  const opened = new Promise((done) => { isOpen = done; });

  // ——— the time

  const countdown = new Countdown(tick);
  served();
  const ticker = new Ticker(countdown, {ask: server.clock, each, news: heard, silence, zero, now: tick});
  const said = remembered(`keyed.said.${sitting}`);
  const told = remembered(`keyed.told.${sitting}`);

  // The page itself says how much was left when it was made, which lies between its request and its first byte.
  function served() {
    const [way] = performance.getEntriesByType('navigation');
    const known = way && way.transferSize > 0 && way.type !== 'back_forward';
    const [from, to] = known ? [way.requestStart, way.responseStart] : [0, tick()];
    countdown.set(Number(sheet.dataset.remainingMs), {from, to, runs: state === 'running'});
    if (!known) countdown.doubt = Infinity;
  }

  function each(left) {
    view.time(left);
    const warnings = due(left, JSON.parse(sheet.dataset.warnings), said.set);
    said.keep();
    if (warnings.length) view.warn(`${timeLeft(Math.min(...warnings))} left`, {briefly: true});
  }

  function silence() { view.network(false, 'network'); }

  // What is on its way still counts within the server's grace. The server has the last word on whether the time is up.
  async function zero() {
    collect({withTime: true});
    await Promise.race([saving.retry(), new Promise((done) => setTimeout(done, LAST_CALL))]);
    if (await ticker.wake()) return;
    shut();
    view.notice('The time is up, and the server cannot be reached. What is not saved yet is sent as soon as it is there. What comes too late to count is kept for the instructor.');
  }

  // ——— saving

  const seqs = {[n]: Number(sheet.dataset.seq ?? 1) - 1, 0: Number(notes?.dataset.notesSeq ?? 1) - 1};
  const queue = openQueue(sitting);
  const saving = new Saving({queue, send: server.changes, told: settled, holder, seqs, alone: Boolean(navigator.locks)});

  function settled(news) {
    if (news.kind === 'state') view.state(news.n, news.state, news.ack);
    if (news.kind === 'network' && !news.there) view.network(false, news.reason);
    if (news.kind !== 'reply') return;
    for (const ack of news.fates) if (ack.n === n && answers) shown(ack);
    elsewhere(news);
    view.uncounted(news.fates, news.reply.state === 'running' && news.reply.remaining_ms > 0);
    heard(news.reply);
  }

  // Whether the fields stand otherwise than the server sent them.
  function given() { return answers && JSON.stringify(answerOf(sheet, {spent: 0})) !== JSON.stringify(servedAnswer(sheet, 0)); }
  function noted() { return notes && notes.value !== notes.defaultValue; }

  // What is given before this tab holds the sitting is not called saved.
  function early(state) {
    if (given()) view.state(n, state);
    if (noted()) view.state(0, state);
  }

  // The page goes before it knows what was left over, and something was given on it: that is newer than all of it.
  function ahead() {
    if (!given() && !noted()) return false;
    saving.pass(n);
    saving.pass(0);
    return true;
  }

  function collect({atOnce = true, withTime = false} = {}) {
    if (!ready && !closed) early('unsaved');
    if (closed || !(ready || (holds && withTime && ahead()))) return;
    if (answers) {
      const made = saving.change(n, answerOf(sheet, {spent: spent()}), {atOnce, withTime});
      if (made) shown(null);
    }
    if (notes) saving.change(0, notesOf(notes), {atOnce});
  }

  function shown(ack) {
    const answer = answerOf(sheet, {spent: 0});
    const isOpen = isBlank(answer);
    const lacks = !isOpen && ack?.readable === false;
    view.place(n, {state: isOpen ? 'open' : lacks ? 'begun' : 'answered', flagged: answer.flagged});
    if (ack || isOpen) view.incomplete(lacks ? ack.message : '');
  }

  // What an earlier page gave to other questions has come to the server after this page was made.
  function elsewhere({settled, fates}) {
    const others = settled.filter((one, place) => one.n && one.n !== n && STANDS.includes(fates[place].fate));
    const moved = others.filter((one) => {
      const readable = fates[settled.indexOf(one)].readable !== false;
      return view.place(one.n, {state: isBlank(one) ? 'open' : readable ? 'answered' : 'begun', flagged: one.flagged});
    });
    // The lists of the review are of before. Where only time in view came, nobody's place on the page is taken away.
    if (moved.length && !n && !notes && !saving.unsaved) leaving.pass(() => location.reload());
  }

  async function open() {
    holds = true;
    if (answers && !page.getElementById('draft')) saving.known(n, servedAnswer(sheet, spent()));
    if (notes) saving.known(0, servedNotes(notes));
    const left = await saving.restore();
    const own = (number) => left.findLast((one) => one.n === number && one.holder === holder && one.seq > seqs[number]);
    const [answer, text] = [own(n), own(0)];
    // What was given on this page before that came back is newer than it, and stays.
    if (answer && answers) { if (!given()) putBack(sheet, answer); saving.known(n, answer); shown(null); }
    if (text && notes) { if (!noted()) [notes.value] = text.typed; saving.known(0, text); }
    ready = true;
    isOpen();
    if (!page.getElementById('draft')) collect(); // what was given before this file had come
  }

  // ——— where the sitting goes

  function heard(reply) {
    if (!reply.state) return;
    hear(reply.notices ?? []);
    if (reply.state === 'running') saving.stopped = false;
    if (saving.unsaved) saving.retry(); else view.network(true);
    if (OVER.includes(reply.state) || (reply.state === 'running' && reply.remaining_ms <= 0)) ended(reply.state);
    else if (reply.holder !== holder) lostTo('another tab or device');
    else if (reply.state !== state) again();
  }

  // Everything that the candidate was told comes with each answer of the clock; each sentence is said once in this tab.
  function hear(notices) {
    const news = notices.slice(told.set.size);
    news.forEach((_, place) => told.set.add(notices.length - news.length + place));
    told.keep();
    if (news.length) view.notice(news.join(' '));
  }

  // Closed here; what waits is sent, the sitting is finished in the one way that there is, and its own page says the rest.
  async function ended(state) {
    shut();
    if (ending) return;
    ending = true;
    await Promise.race([opened, new Promise((done) => setTimeout(done, LAST_CALL))]);
    const well = await saving.retry() || saving.onlyRefused;
    const done = well && (OVER.includes(state) || await server.end(holder));
    ending = false; // where the server was not reached, the next answer of its clock comes here again
    if (done) leaving.pass(() => location.replace(over));
  }

  // The clock was stopped, or goes on again: the server has another page for it.
  function again() {
    collect({withTime: true});
    leaving.pass(() => location.reload());
  }

  function shut() {
    collect({withTime: true});
    closed = true;
    view.close(sheet);
  }

  // ——— tabs and devices

  const tabs = startTabs(sitting, holder, {
    held: () => { if (closed) leaving.pass(() => location.reload()); else open(); },
    other: () => { closed = true; view.close(sheet); early('elsewhere'); offer('This exam is open in another tab, and answers are taken from one tab at a time.'); },
    lost: () => lostTo('another tab'),
    hand: async () => { collect({withTime: true}); await queue.last; },
  });

  function lostTo(where) {
    if (closed) return;
    shut();
    offer(`This exam goes on in ${where}. Nothing more is taken from this page; what was saved from it stands.`);
  }

  function offer(sentence) { if (state === 'running' && holder) view.notice(sentence, [['Go on here', takeOver]]); }

  // What the other tab had not sent yet goes first; then this page comes again, and holds the sitting.
  async function takeOver() {
    await tabs.taking();
    await saving.restore();
    if (!(await saving.retry()) && !saving.onlyRefused) {
      view.notice('The server cannot be reached, so nothing has changed yet. Try again in a moment.', [['Go on here', takeOver]]);
      return;
    }
    leaving.pass(() => send(`${root}/take-over`, {back: location.href.split(`${root}/`)[1] ?? ''}));
  }

  // A form of our own, sent like any other.
  function send(action, fields) {
    const form = Object.assign(page.createElement('form'), {method: 'post', action, hidden: true});
    for (const [name, value] of Object.entries({csrf_token: csrf, holder, ...fields})) {
      form.append(Object.assign(page.createElement('input'), {type: 'hidden', name, value}));
    }
    page.body.append(form);
    form.submit();
  }

  // ——— ways on

  const leaving = startLeaving(page, sheet, {saving, view, collect, take, prepare, fresh: () => ticker.wake(), early: () => !ready && !closed && (given() || noted())});

  // What a button does here, without a way to the server and back.
  function take(button) {
    if (button?.id === 'time-toggle') {
      view.toggled();
      write('timer', view.hidden ? 'off' : null);
      view.time(countdown.left());
      return true;
    }
    if (button?.value !== 'stay' || page.getElementById('draft')) return false;
    collect({withTime: true});
    saving.retry();
    return true;
  }

  // The form goes along with the numbers of what was saved, so that it repeats and changes nothing.
  function prepare() {
    if (field('seq')) field('seq').value = saving.seqs[n] || sheet.dataset.seq;
    if (field('notes_seq')) field('notes_seq').value = saving.seqs[0] || notes.dataset.notesSeq;
    if (field('spent_ms')) field('spent_ms').value = spent();
  }

  // ——— listening

  const ours = ({target}) => target.form === sheet || sheet.contains(target);
  for (const kind of ['input', 'change', 'focusout']) {
    page.addEventListener(kind, (event) => {
      if (ours(event)) collect({atOnce: kind !== 'input' || !event.target.matches('[type=text], textarea')});
    });
  }
  if (answers) limitChoices(sheet, Number(sheet.dataset.choose ?? 0), view.tell);
  startKeys(page, sittingKeys({tell: view.tell, sayTime: () => view.sayTime(countdown.left())}));
  const awake = () => { if (page.visibilityState === 'visible') ticker.wake(); };
  for (const kind of ['visibilitychange', 'resume']) page.addEventListener(kind, awake); // a tab that was frozen resumes
  for (const kind of ['online', 'focus']) addEventListener(kind, awake);
  addEventListener('offline', silence);
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
  ticker.start();
}

// A set of numbers that this tab remembers.
function remembered(name) {
  const store = (use) => { try { return use(sessionStorage); } catch { return null; } };
  const set = new Set(JSON.parse(store((kept) => kept.getItem(name)) ?? '[]'));
  return {set, keep: () => store((kept) => kept.setItem(name, JSON.stringify([...set])))};
}
