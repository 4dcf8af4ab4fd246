// A world for static/src/exam/saving.js without page, network or clock: a server that keeps what it acknowledges, a browser
// database that outlives the page, and timers that are run by hand.
import {createHash} from 'node:crypto';
import {Lost, Saving} from '../../../static/src/exam/saving.js';

export {digest} from '../../../static/src/exam/saving.js';

const FLUSH = 30; // turns of the event loop after which nothing moves any more

// The digest of saving.js, without its way through another thread.
async function digestOf({positions, typed, flagged, struck}) {
  return createHash('sha256').update(JSON.stringify([positions, typed, flagged, struck])).digest('hex').slice(0, 32);
}

export async function settle() { for (let turn = 0; turn < FLUSH; turn++) await new Promise((done) => setImmediate(done)); }

export class World {
  constructor({holder = 1} = {}) {
    Object.assign(this, {holder, there: {}, kept: [], handed: [], alone: false, timers: [], requests: [], news: [], shown: {}, clock: 0});
    this.network = () => 'well'; // what happens to a request: well, lost (never arrives), deaf (arrives, no answer), or a reply
  }

  // A page opens: what an earlier one left in the browser's database is all that it knows.
  async open({seqs = {}, holder = this.holder} = {}) {
    this.timers = [];
    const world = this;
    const queue = {
      all: async () => structuredClone(world.kept),
      handed: () => structuredClone(world.handed),
      hand: (changes) => { world.kept = structuredClone(changes); world.handed = world.kept; },
      put: async (change, replaced) => {
        world.kept = world.kept.filter((one) => !replaced.some((other) => same(one, other)) && !same(one, change));
        const {sent, ...rest} = change;
        world.kept.push(structuredClone(rest));
      },
      drop: async (gone) => { world.kept = world.kept.filter((one) => !gone.some((other) => same(one, other))); },
    };
    this.saving = new Saving({
      queue, holder, seqs, alone: this.alone, digestOf,
      send: (from, changes) => this.request(from, structuredClone(changes)),
      told: (news) => { this.news.push(news); if (news.kind === 'state') this.shown[news.n] = news.state; },
      later: (act, wait) => { const timer = {act, wait}; this.timers.push(timer); return timer; },
    });
    await this.saving.restore();
    await settle();
    return this.saving;
  }

  async request(from, changes) {
    this.requests.push(changes.map(({n, seq}) => [n, seq]));
    const fortune = this.network(changes);
    await new Promise((done) => setImmediate(done));
    if (fortune === 'lost') throw new Lost();
    if (typeof fortune === 'object') return fortune;
    const acks = [];
    for (const change of changes) acks.push(await this.take(from, change));
    if (fortune === 'deaf') throw new Lost();
    return {status: 200, reply: {state: 'running', remaining_ms: 1, holder: this.holder, acks}};
  }

  async take(from, change) {
    const stamp = {holder: from, seq: change.seq, digest: await digestOf(change)};
    const there = this.there[change.n]?.stamp;
    let fate = 'taken';
    if (there && JSON.stringify(there) === JSON.stringify(stamp)) fate = 'repeated';
    else if (from !== this.holder) fate = 'ousted';
    else if (there && (there.holder > from || (there.holder === from && there.seq >= change.seq))) fate = 'older';
    else this.there[change.n] = {stamp, typed: change.typed, positions: change.positions};
    return {n: change.n, seq: change.seq, fate, digest: stamp.digest, saved_at: 'now', readable: true, message: ''};
  }

  // Time passes until the next timer.
  async pass() {
    const due = this.timers;
    this.timers = [];
    for (const {act} of due) act();
    await settle();
  }

  get states() { return {...this.shown}; }
}

export function typed(text, more = {}) { return {positions: [], typed: [text], flagged: false, struck: [], spent_ms: 0, ...more}; }
export function chosen(...positions) { return {...typed(''), typed: [], positions}; }

function same(one, other) { return one.holder === other.holder && one.n === other.n && one.seq === other.seq; }

// Many seeded runs of typing, losing, reloading and coming back. What is left of each: does the server have what was
// typed last, was anything called saved that it did not have, and is the queue empty?
export async function runs(seeds) {
  const found = [];
  for (const seed of seeds) found.push(await run(seed));
  return found.filter((one) => one.wrong.length);
}

async function run(seed) {
  let state = seed * 2654435761 % 4294967296;
  const chance = (bound) => { state = (state * 1664525 + 1013904223) % 4294967296; return Math.floor(state / 4294967296 * bound); };
  const world = new World();
  const last = {};
  const wrong = [];
  world.network = () => ['well', 'well', 'lost', 'deaf', {status: 502, reply: null}, {status: 429, wait: 1}][chance(6)];
  let saving = await world.open();
  for (let step = 0; step < 14; step++) {
    const n = 1 + chance(3);
    const text = String(chance(1000));
    if (chance(4)) { last[n] = text; saving.change(n, typed(text), {atOnce: Boolean(chance(2))}); }
    else if (chance(3)) await world.pass();
    else {
      await settle(); // the browser's database has what was typed
      const seqs = Object.fromEntries(Object.entries(world.there).map(([each, {stamp}]) => [each, stamp.seq]));
      world.shown = {};
      saving = await world.open({seqs});
    }
    if (chance(2)) await settle();
    for (const [each, shown] of Object.entries(world.states)) {
      if (shown === 'saved' && world.there[each]?.typed[0] !== last[each]) wrong.push(`${each} was called saved in step ${step}`);
    }
  }
  world.network = () => 'well';
  for (let turn = 0; turn < 3; turn++) { await settle(); await world.pass(); await saving.retry(); }
  for (const [each, text] of Object.entries(last)) if (world.there[each]?.typed[0] !== text) wrong.push(`${each} is lost`);
  if (world.kept.length || saving.unsaved) wrong.push('the queue is not empty');
  return {seed, wrong};
}
