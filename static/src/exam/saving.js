// Changes on their way to the server: in order, one request at a time, each numbered, and none called saved before the
// server has acknowledged that very number with that very content. Nothing here knows the page or the network.
const BATCH = 50;
const ROOM = 40_000; // signs of a request; the server takes 64 KiB
const SOON = 350; // milliseconds that typing may go on before it is sent; choices wait for nothing
const BACK_OFF = [500, 1_000, 2_000, 4_000, 5_000];
const SLOWLY = 30_000; // after an answer that the same request would get again
const WORTH = 1_000; // milliseconds of a question in view that are worth a change of their own
const AHEAD = 1_000; // more than any page numbers that was not heard of
export const STANDS = ['taken', 'repeated'];

export class Saving {
  // `send(holder, changes)` resolves to {status, reply, wait} and rejects where nothing came back. `told(news)` hears what
  // the page is to show. `seqs` has the highest number that the server knows of each question. `alone`: no other page of
  // this holder takes anything, so that what is given here is newer than whatever the server has of it.
  constructor({queue, send, told, holder, seqs, alone = false, digestOf = digest, later = (act, wait) => setTimeout(act, wait)}) {
    Object.assign(this, {queue, send, told, holder, alone, digestOf, later});
    this.seqs = {...seqs};
    this.waiting = []; // changes without acknowledgement, oldest first
    this.made = new WeakSet(); // those that were given on this page
    this.latest = {}; // by question: what was last handed over
    this.sending = null; // the request on its way
    this.failures = 0;
    this.stopped = false; // the clock stands still, so that nothing would be taken
    this.resting = ''; // why nothing is sent for a while: 'network', 'busy' or 'login'
    this.order = 0;
    this.replies = 0; // answers of the server that settled all that was sent
  }

  // What an earlier page or another tab left behind is not saved until it is acknowledged.
  async restore() {
    const found = (await this.queue.all()).filter((one) => !this.waiting.some((other) => same(one, other)));
    this.waiting = [...found, ...this.waiting].sort((one, other) => one.order - other.order);
    this.order = this.waiting.at(-1)?.order ?? 0;
    for (const one of found) {
      this.seqs[one.n] = Math.max(this.seqs[one.n] ?? 0, one.seq);
      this.state(one.n, 'unsaved');
    }
    if (found.length) this.flush();
    return found;
  }

  get unsaved() { return this.waiting.length > 0; }

  get onlyRefused() { return this.waiting.every((one) => one.refused); }

  // A question as it now stands. What is the same as before is no change, and where time alone went by, only `withTime`.
  // `atOnce`: it does not wait for more of the same.
  change(n, content, {atOnce = true, withTime = false} = {}) {
    const before = this.latest[n];
    const same = before && told(before) === told(content) && !(withTime && content.spent_ms - before.spent_ms >= WORTH);
    if (same) { if (atOnce) this.flush(); return null; }
    this.latest[n] = content;
    const seq = (this.seqs[n] ?? 0) + 1;
    this.seqs[n] = seq;
    const made = {...content, n, seq, holder: this.holder, order: ++this.order};
    const replaced = this.waiting.filter((one) => one.n === n && !one.sent && (one.refused || onlyTyping(one, made)));
    this.made.add(made);
    this.waiting = [...this.waiting.filter((one) => !replaced.includes(one)), made];
    this.queue.put(made, replaced);
    this.state(n, this.resting || this.stopped ? 'unsaved' : 'saving');
    if (atOnce) this.flush(); else this.soon ??= this.later(() => { this.soon = null; this.flush(); }, SOON);
    return made;
  }

  // What the page knows to be saved, so that the first difference counts as a change.
  known(n, content) { this.latest[n] = content; }

  // Number the next change of a question past all that an earlier page may have sent without this one's knowing.
  pass(n) {
    const handed = this.queue.handed().filter((one) => one.n === n).map((one) => one.seq);
    this.seqs[n] = Math.max(this.seqs[n] ?? 0, ...handed) + AHEAD;
  }

  // What an earlier page sent as it went took the number of what was given here; that goes once more, past it.
  past(change) {
    if (!this.alone || !this.made.has(change) || change.seq !== this.seqs[change.n]) return;
    const {n, seq, holder, order, sent, refused, ...content} = change;
    this.pass(n);
    delete this.latest[n];
    this.made.delete(this.change(n, content, {atOnce: false}));
  }

  // Send what waits; resolves when nothing is left, or when it is certain that something stays for now.
  async flush() {
    while (this.waiting.length && !this.stopped && !this.resting) {
      if (this.sending) { if (!(await this.sending)) return false; continue; }
      const batch = this.batch();
      if (!batch.length) return false;
      this.sending = this.request(batch).finally(() => { this.sending = null; });
      if (!(await this.sending)) return false;
    }
    return !this.waiting.length;
  }

  batch() {
    const ready = this.waiting.filter((one) => !one.refused);
    const first = ready[0];
    const alike = ready.filter((one) => one.holder === first?.holder);
    let room = ROOM;
    return alike.slice(0, this.single ? 1 : BATCH).filter((one, place) => (room -= JSON.stringify(one).length) > 0 || !place);
  }

  // The page is going away: all that waits leaves now, and whatever comes back comes to the next page. Numbers make it
  // harmless that a request is on its way already.
  farewell() {
    if (this.waiting.length) this.queue.hand(this.waiting);
    if (this.stopped) return;
    const batch = this.batch();
    if (batch.length) this.send(batch[0].holder, batch.map(sent), {last: true}).catch(() => {});
  }

  async request(batch) {
    for (const one of batch) { one.sent = true; if (!this.failures) this.state(one.n, 'saving'); }
    try {
      return await this.heard(batch, await this.send(batch[0].holder, batch.map(sent)));
    } catch (fault) {
      if (!(fault instanceof Lost)) throw fault;
      return this.failed(batch, {reason: 'network'});
    } finally {
      for (const one of batch) one.sent = false;
    }
  }

  async heard(batch, {status, reply, wait}) {
    if (status === 429) return this.failed(batch, {reason: 'busy', wait: Math.max(1, wait || 1) * 1_000});
    if (!reply?.acks) return status >= 400 && status < 500 ? this.refused(batch, status) : this.failed(batch, {reason: 'network'});
    const settled = [];
    const fates = [];
    for (const one of batch) {
      const ack = reply.acks.find((other) => other.n === one.n && other.seq === one.seq);
      if (!ack || ack.fate === 'waiting') continue;
      if (STANDS.includes(ack.fate) && !(await this.matches(one, ack))) continue;
      settled.push(one);
      fates.push(ack);
    }
    this.waiting = this.waiting.filter((one) => !settled.includes(one));
    await this.queue.drop(settled);
    settled.filter((one, place) => fates[place].fate === 'older').forEach((one) => this.past(one));
    for (const ack of fates) this.acknowledged(ack);
    const held = reply.acks.some((ack) => ack.fate === 'waiting');
    if (held) this.stopped = true;
    if (settled.length || held) this.failures = 0;
    this.told({kind: 'reply', reply, fates, settled});
    if (settled.length === batch.length) { this.replies++; this.told({kind: 'network', there: true}); return true; }
    return held ? this.stay(batch) : this.failed(batch, {reason: 'network'});
  }

  async matches(change, ack) {
    if (typeof ack.digest !== 'string' || !ack.digest) return false;
    const own = await this.digestOf(change);
    return own === null || own === ack.digest;
  }

  acknowledged(ack) {
    if (this.waiting.some((one) => one.n === ack.n)) return; // something newer of it is still on its way
    const passed = ack.fate === 'older' && ack.seq < this.seqs[ack.n]; // by what this page has, which is what counts
    this.state(ack.n, passed || STANDS.includes(ack.fate) ? 'saved' : ack.fate, ack);
  }

  // The same request would be refused again: each change by itself, so that one that cannot be taken holds up no other.
  refused(batch, status) {
    if (![400, 413, 422].includes(status)) return this.failed(batch, {reason: 'login', wait: SLOWLY});
    if (batch.length > 1) { this.single = true; return true; }
    batch[0].refused = true;
    this.single = false;
    this.state(batch[0].n, 'refused');
    return true;
  }

  failed(batch, {reason, wait}) {
    const usual = BACK_OFF[Math.min(this.failures++, BACK_OFF.length - 1)] * (0.75 + Math.random() / 2);
    this.resting = reason;
    clearTimeout(this.again);
    this.again = this.later(() => { this.resting = ''; this.flush(); }, wait ?? usual);
    this.told({kind: 'network', there: reason === 'busy', reason});
    return this.stay(batch);
  }

  stay() {
    for (const n of new Set(this.waiting.map((one) => one.n))) this.state(n, 'unsaved');
    return false;
  }

  // The network may be back, or the clock goes on: no more rest, but for the one that the server asked for.
  retry() {
    if (this.resting === 'busy') return Promise.resolve(false);
    clearTimeout(this.again);
    this.resting = '';
    this.failures = 0;
    return this.flush();
  }

  state(n, state, ack = null) { this.told({kind: 'state', n, state, ack}); }
}

// What the server calls the content of a change (app/services/exams/saving.py); null where the browser cannot say.
export async function digest({positions, typed, flagged, struck}) {
  if (!globalThis.crypto?.subtle) return null; // a page without https, from another machine
  const bytes = new TextEncoder().encode(JSON.stringify([positions, typed, flagged, struck]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, 32);
}

// Nothing came back from the server.
export class Lost extends Error {}

// Choices are all kept in their order; of what is typed in one go, the last.
function onlyTyping(before, after) {
  return before.holder === after.holder && before.flagged === after.flagged && String(before.positions) === String(after.positions);
}

function same(one, other) { return one.holder === other.holder && one.n === other.n && one.seq === other.seq; }

function told({positions, typed, flagged, struck}) { return JSON.stringify([positions, typed, flagged, struck]); }

function sent({n, seq, positions, typed, flagged, struck, spent_ms}) { return {n, seq, positions, typed, flagged, struck, spent_ms}; }
