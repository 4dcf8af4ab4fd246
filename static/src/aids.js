// What stands beside a question and is fetched only when it is opened.
let from = null;

export function startAids(page) {
  const aid = page.querySelector('details.aid');
  aid?.addEventListener('toggle', async () => (await import('./calculator/panel.js')).startCalculator(aid), {once: true});
}

export function openAid(page) {
  const aid = page.querySelector('details.aid');
  if (!aid) return false;
  from = page.activeElement;
  aid.open = true;
  aid.querySelector('input').focus();
  return true;
}

// Back to where one came from, else to what opened it.
export function closeAid(page, {target}) {
  const aid = target.closest?.('details.aid[open]');
  if (!aid) return false;
  aid.open = false;
  (from && from !== page.body ? from : aid.querySelector('summary')).focus();
  from = null;
  return true;
}
