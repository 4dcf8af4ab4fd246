// What is not acknowledged yet, kept in this browser: it outlives a reload, a crash, and a night without network.
// The browser's own database does for that; four acts are too few for a library.
const [DATABASE, STORE] = ['keyed-sittings', 'changes'];
const HANDED = 'keyed.handed.';
const PATIENCE = 2_000; // milliseconds for a database that may never answer; then what is not saved lives as long as the page

export function openQueue(sitting, factory = globalThis.indexedDB, tab = tabStore(), patience = PATIENCE) {
  return new Queue(sitting, {database: within(patience, opened(factory)).catch(() => null), tab, patience});
}

// The sittings of which something is left over, in the database or from the page before this one in the same tab.
export async function leftOver(factory = globalThis.indexedDB, tab = tabStore(), patience = PATIENCE) {
  const handed = Object.keys(tab ?? {}).filter((name) => name.startsWith(HANDED)).map((name) => name.slice(HANDED.length));
  try {
    const database = await within(patience, opened(factory));
    const found = await within(patience, done(database.transaction(STORE).objectStore(STORE).getAll()));
    database.close();
    return [...new Set([...handed, ...found.map((one) => one.sitting)])];
  } catch { return handed; }
}

// Where the browser keeps nothing (some do so in private windows), what is not saved lives as long as the page.
class Queue {
  constructor(sitting, {database, tab, patience}) { Object.assign(this, {sitting, database, tab, patience, last: Promise.resolve()}); }

  // What the database does not take (it is full, or closed, or answers nothing) comes from the tab alone.
  async all() {
    const handed = this.handed();
    for (const one of handed) this.put(one, []);
    const stored = await this.stored();
    const missing = handed.filter((one) => !stored.some((other) => this.is(one, other)));
    return [...stored, ...missing].sort((one, other) => one.holder - other.holder || one.seq - other.seq);
  }

  async stored() {
    try {
      const database = await this.database;
      return database ? await within(this.patience, done(database.transaction(STORE).objectStore(STORE).index('sitting').getAll(this.sitting))) : [];
    } catch { return []; }
  }

  // A page that goes away ends what it writes to the database. What this tab keeps is written before it has gone, so that
  // its next page knows what is under way, even where the server made that page before it came.
  hand(changes) {
    const others = this.handed().filter((one) => !changes.some((other) => this.is(one, other)));
    this.keep([...others, ...changes.map(plain)]);
  }

  // What pages before this one handed over and nobody has acknowledged: it stays, however soon this page goes too.
  handed() { try { return JSON.parse(this.tab?.getItem(this.name) ?? '[]'); } catch { return []; } }

  keep(changes) {
    try {
      if (changes.length) this.tab?.setItem(this.name, JSON.stringify(changes)); else this.tab?.removeItem(this.name);
    } catch { /* Full, or shut off: then the database alone keeps it. */ }
  }

  is(one, other) { return String(this.place(one)) === String(this.place(other)); }

  get name() { return HANDED + this.sitting; }

  // Both in one transaction, which is on the disk before it counts as done.
  put(change, replaced) {
    if (replaced.length) this.forget(replaced);
    return this.write((store) => {
      for (const one of replaced) store.delete(this.place(one));
      store.put({...plain(change), sitting: this.sitting});
    });
  }

  drop(changes) {
    this.forget(changes);
    return this.write((store) => { for (const one of changes) store.delete(this.place(one)); });
  }

  forget(changes) {
    const handed = this.handed();
    if (handed.length) this.keep(handed.filter((one) => !changes.some((other) => this.is(one, other))));
  }

  place({holder, n, seq}) { return [this.sitting, holder, n, seq]; }

  write(use) {
    this.last = this.database.then((database) => database && within(this.patience, new Promise((resolve) => {
      const act = database.transaction(STORE, 'readwrite', {durability: 'strict'});
      act.oncomplete = act.onerror = act.onabort = resolve;
      use(act.objectStore(STORE));
    }))).catch(() => null); // the browser has closed it: what is not saved lives as long as the page
    return this.last;
  }
}

// A change without what this page alone knows of it.
function plain({sent, refused, ...rest}) { return rest; }

// What comes within so many milliseconds; what never comes is a failure.
function within(patience, promise) {
  let timer;
  const over = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error('no answer')), patience); });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function tabStore() { try { return globalThis.sessionStorage; } catch { return null; } }

async function opened(factory) {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, {keyPath: ['sitting', 'holder', 'n', 'seq']}).createIndex('sitting', 'sitting');
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
