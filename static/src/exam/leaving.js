// Every way on saves first and makes sure that the server is there; without it the page stays, with all that is on it.
const PATIENCE = 5_000; // how long a server that asks for a rest is waited for
const GONE = 10_000;

export function startLeaving(page, sheet, {saving, view, collect, fresh, prepare, take, early}) {
  let passing = false;
  let trying = false;

  page.addEventListener('submit', (event) => {
    if (event.target.method !== 'post') return;
    if (passing) { collect(); prepare(); return; } // pressed again: with what was given since
    const form = event.target;
    const button = event.submitter;
    const going = form === sheet ? () => sheet.requestSubmit(button) : () => form.requestSubmit(button);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form === sheet && take(button)) return;
    leave(going, {taking: form !== sheet});
  }, true);

  page.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.target || link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    leave(() => location.assign(link.href));
  });

  addEventListener('beforeunload', (event) => { if (!passing && (saving.unsaved || early())) event.preventDefault(); });
  addEventListener('pagehide', () => { collect({withTime: true}); saving.farewell(); });
  page.addEventListener('visibilitychange', () => { if (page.visibilityState === 'hidden') { collect({withTime: true}); saving.flush(); } });

  async function leave(go) {
    if (trying) return;
    trying = true;
    for (const button of page.querySelectorAll('main button')) button.setAttribute('aria-busy', 'true');
    try {
      if (await safe()) pass(go);
      else view.warn('The server cannot be reached, so this page stays. What you gave is kept in this browser. Try again in a moment.');
    } finally {
      trying = false;
      for (const button of page.querySelectorAll('main button')) button.removeAttribute('aria-busy');
    }
  }

  // Whether all that was given is on the server, and the server can be reached right now.
  async function safe() {
    collect({withTime: true});
    const before = saving.replies;
    const until = performance.now() + PATIENCE;
    let well = await saving.retry();
    while (!well && saving.resting === 'busy' && performance.now() < until) {
      await new Promise((done) => setTimeout(done, 200));
      well = await saving.flush();
    }
    if (well || saving.onlyRefused) return saving.replies !== before || fresh();
    return false;
  }

  function pass(go) {
    passing = true;
    prepare();
    go();
    setTimeout(() => { passing = false; }, GONE); // the way on came to nothing
  }

  return {leave, pass};
}
