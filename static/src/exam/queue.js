// What is not acknowledged yet, kept in this browser: it outlives a reload, a crash, and a night without network.
// The browser's own database does for that; four acts are too few for a library.
const [DATABASE, STORE] = ['keyed-sittings', 'changes'];

export function openQueue(sitting, factory = globalThis.indexedDB, tab = tabStore()) {
  return new Queue(sitting, opened(factory).catch(() => null), tab);
}

// The sittings of which something is left over.
export async function leftOver(factory = globalThis.indexedDB) {
  try {
    const database = await opened(factory);
    const found = await done(database.transaction(STORE).objectStore(STORE).getAll());
    database.close();
    return [...new Set(found.map((one) => one.sitting))];
  } catch { return []; }
}

// Where the browser keeps nothing (some do so in private windows), what is not saved lives as long as the page.
class Queue {
  constructor(sitting, database, tab) { Object.assign(this, {sitting, database, tab, last: Promise.resolve()}); }

  async all() {
    const handed = this.handed();
    for (const one of handed) this.put(one, []);
    const database = await this.database;
    return database ? done(database.transaction(STORE).objectStore(STORE).index('sitting').getAll(this.sitting)) : handed;
  }

  // A page that goes away ends what it writes to the database. What this tab keeps is written before it has gone, so that
  // its next page knows what is under way, even where the server made that page before it came.
  hand(changes) {
    try { this.tab?.setItem(this.name, JSON.stringify(changes)); } catch { /* Full, or shut off: then the database alone keeps it. */ }
  }

  // What the page before this one handed over; once.
  handed() {
    try {
      const found = JSON.parse(this.tab?.getItem(this.name) ?? '[]');
      this.tab?.removeItem(this.name);
      return found;
    } catch { return []; }
  }

  get name() { return `keyed.handed.${this.sitting}`; }

  // Both in one transaction, which is on the disk before it counts as done.
  put(change, replaced) {
    const {sent, refused, ...rest} = change;
    return this.write((store) => {
      for (const one of replaced) store.delete(this.place(one));
      store.put({...rest, sitting: this.sitting});
    });
  }

  drop(changes) { return this.write((store) => { for (const one of changes) store.delete(this.place(one)); }); }

  place({holder, n, seq}) { return [this.sitting, holder, n, seq]; }

  write(use) {
    this.last = this.database.then((database) => database && new Promise((resolve) => {
      const act = database.transaction(STORE, 'readwrite', {durability: 'strict'});
      act.oncomplete = act.onerror = act.onabort = resolve;
      use(act.objectStore(STORE));
    })).catch(() => null); // the browser has closed it: what is not saved lives as long as the page
    return this.last;
  }
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
