// One tab of this browser holds a sitting. Another one that opens it offers to take over; the older one then gives back
// what it has and is closed to changes. Other devices are told apart by the server.
const UNLOADING = 1_000; // milliseconds that the page before this one, in the same tab, may take to go
const HANDING = 700;

// `held`: this tab may change things. `other`: another tab holds the sitting. `lost`: another tab took it from this one.
// `hand`: bring everything into the queue, as another tab is about to take over.
// `holder`: whom the server takes this page for; a later one took over, in whatever tab.
export function startTabs(sitting, holder, {held, other, lost, hand}) {
  const name = `keyed.sitting.${sitting}`;
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
  const took = mark(name);
  let holds = false;
  let waits = null;
  let release;
  let passed = false;
  channel?.addEventListener('message', async ({data}) => {
    if (data === 'taking' && holds) { await hand(); channel.postMessage('handed'); }
    if (!(data?.holder > holder)) return; // a page that took over says so, also where its tab can keep no mark
    passed = true;
    if (holds) { holds = false; lost(); release(); }
  });
  channel?.postMessage({holder});
  if (!navigator.locks) { held(); return {taking: async () => {}}; }
  navigator.locks.request(name, {steal: took}, () => {
    clearTimeout(waits);
    if (passed) { lost(); return null; }
    holds = true;
    held();
    return new Promise((done) => { release = done; });
  }).catch(() => { if (holds) { holds = false; lost(); } });
  if (!took) waits = setTimeout(other, UNLOADING);

  return {
    // Ask the tab that holds the sitting to hand over; the page that comes next takes the lock, whatever became of that.
    async taking() {
      const handed = new Promise((resolve) => {
        channel?.addEventListener('message', ({data}) => { if (data === 'handed') resolve(); });
        setTimeout(resolve, HANDING);
      });
      channel?.postMessage('taking');
      await handed;
      try { sessionStorage.setItem(name, 'taken'); } catch { /* Then the new page waits for the lock like any other. */ }
    },
  };
}

// Whether this page is the one that took over; said once.
function mark(name) {
  try {
    const found = sessionStorage.getItem(name) === 'taken';
    sessionStorage.removeItem(name);
    return found;
  } catch { return false; }
}
