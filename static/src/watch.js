// Keeps the list of sittings fresh: its table is fetched again every few seconds, more rarely while nobody looks. Which
// sittings are marked, and where one stands, stays. Without this file the link "Reload" does the same.
const EVERY = 5000;
const UNSEEN = 30000;
const LOST = 'The server cannot be reached, so this list may be out of date. It is asked again.';
const AWAY = 'This list is not kept up to date any more. Reload the page.';

export function startWatch(page) {
  const list = page.querySelector('[data-watch]');
  const news = page.getElementById('watch-news');
  let timer = 0;

  async function refresh() {
    const found = await fetched(list.dataset.watch);
    if (found === 'away') { tell(news, AWAY); return; }
    tell(news, found === 'lost' ? LOST : '');
    if (found instanceof Document) put(page, list, found);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(refresh, page.hidden ? UNSEEN : EVERY);
  }

  page.addEventListener('visibilitychange', () => { if (!page.hidden) { clearTimeout(timer); refresh(); } });
  wait();
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    if (answer.status >= 500) return 'lost';
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return answer.ok && !found.querySelector('main') ? found : 'away';
  } catch {
    return 'lost';
  }
}

function put(page, list, found) {
  const marked = new Set([...list.querySelectorAll('input:checked')].map((one) => one.value));
  const at = list.contains(page.activeElement) ? page.activeElement.id : '';
  list.replaceChildren(...found.body.childNodes);
  for (const one of list.querySelectorAll('input[name=sitting]')) one.checked = marked.has(one.value);
  if (at) page.getElementById(at)?.focus({preventScroll: true});
}

function tell(news, sentence) {
  if (news.textContent !== sentence) news.textContent = sentence;
}
