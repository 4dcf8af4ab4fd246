// What is not acknowledged yet, kept in this browser: it outlives a reload, a crash, and a night without network.
// The browser's own database does for that; four acts are too few for a library.
const [DATABASE, STORE] = ['keyed-sittings', 'changes'];

export function openQueue(sitting, factory = globalThis.indexedDB) { return new Queue(sitting, opened(factory).catch(() => null)); }

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
  constructor(sitting, database) { Object.assign(this, {sitting, database, last: Promise.resolve()}); }

  async all() {
    const database = await this.database;
    return database ? done(database.transaction(STORE).objectStore(STORE).index('sitting').getAll(this.sitting)) : [];
  }

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
