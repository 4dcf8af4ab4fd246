// How much time is left. No clock is compared with another: the server says how many milliseconds are left, and what has
// passed since is a difference of this browser's steady counter. Whatever may have stopped that counter asks again.
import {Lost} from './saving.js';

const ASK_EVERY = 25_000; // at least every 30 s
const ASK_AGAIN = 3_000; // after an answer that never came, or that took too long to be exact
const EXACT = 800; // a round trip of so many milliseconds leaves no more than half of it in doubt
const GAP = 3_000; // a tick that comes so much too late: the tab or the machine slept
const MINUTE = 60_000;

export class Countdown {
  constructor(now) {
    this.now = now;
    this.runs = false;
    this.known = false;
    this.doubt = Infinity; // milliseconds that the shown time may be off
  }

  // `left` was what the server had at some moment between `from` and `to`.
  set(left, {from, to, runs}) {
    const passed = runs ? 1 : 0;
    const [least, most] = [left - passed * (this.now() - from), left - passed * (this.now() - to)];
    const kept = this.known && this.runs === runs && to - from > EXACT;
    const value = kept ? Math.min(Math.max(this.left(), least), most) : (least + most) / 2;
    const held = kept && value === this.left();
    this.doubt = held ? this.doubt : (to - from) / 2;
    [this.value, this.at, this.runs, this.known] = [value, this.now(), runs, true];
  }

  left() { return this.known ? Math.max(0, this.value - (this.runs ? this.now() - this.at : 0)) : Infinity; }
}

// Which warnings are due: each is said once when its moment is passed, and again only where time was added since. A page
// that opens long after the moment says nothing. `said` are those that were said, and is kept up to date.
export function due(left, warnings, said) {
  const found = warnings.filter((one) => left <= one && left > one - MINUTE && !said.has(one));
  for (const one of warnings) if (left > one) said.delete(one);
  for (const one of found) said.add(one);
  return found;
}

// Ticks on every second of what is left, asks the server in time, and tells `each` (every tick), `news` (every answer),
// `silence` (no answer) and `zero` (once, when time is up). `ask` resolves to {state, remaining_ms, …} and rejects when there is no answer.
export class Ticker {
  constructor(countdown, {ask, each, news, silence, zero, now = () => performance.now(), wall = () => Date.now()}) {
    Object.assign(this, {countdown, ask, each, news, silence, zero, now, wall, asked: now(), asking: null, ended: false});
    [this.ticked, this.walled] = [now(), wall()];
  }

  start() { this.tick(); }

  tick() {
    clearTimeout(this.timer);
    const [now, wall] = [this.now(), this.wall()];
    // The two counters of this machine are compared with themselves only, to notice that one of them stood still.
    const slept = now - this.ticked > GAP || Math.abs(wall - this.walled - (now - this.ticked)) > 1_000;
    [this.ticked, this.walled] = [now, wall];
    const left = this.countdown.left();
    const wait = this.countdown.doubt > EXACT / 2 ? ASK_AGAIN : ASK_EVERY;
    if (slept || now - this.asked >= wait) this.wake();
    this.each(left);
    if (left <= 0 && this.countdown.runs && !this.ended) { this.ended = true; this.zero(); }
    this.timer = setTimeout(() => this.tick(), Math.max(40, Math.min(1_000, (left % 1_000) + 5 || 1_000)));
  }

  // Ask now. Two who wish it at once get one answer.
  wake() {
    this.asking ??= this.request().finally(() => { this.asking = null; });
    return this.asking;
  }

  async request() {
    const from = this.now();
    this.asked = from;
    const reply = await this.ask().catch((fault) => { if (fault instanceof Lost) return null; throw fault; });
    if (reply) this.heard(reply, from); else { this.asked = this.now() - ASK_EVERY + ASK_AGAIN; this.silence(); }
    return reply;
  }

  // What any answer of the server says about the time; it left here at `from` and has just come.
  heard(reply, from) {
    const runs = reply.state === 'running';
    this.countdown.set(reply.remaining_ms, {from, to: this.now(), runs});
    if (this.countdown.left() > 0) this.ended = false;
    this.news(reply);
  }
}
