// Follows an experiment that is under way: its result is fetched again until it is over or stopped. Without a script the
// link "Measure further" does the same.
const box = document.getElementById('result');
const news = document.getElementById('result-news');
const PAUSE = 60;
const UNREACHED = 'The server cannot be reached. Measure further when it is there again.';
let stopped = false;
let following = false;

// The result as it stands now, as a document; null where no server gives it.
async function fetched() {
  try {
    const answer = await fetch(box.dataset.follow.replace('?', '/result?'));
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return found.querySelector('main') ? null : {found, ok: answer.ok}; // a whole page is something else than a result
  } catch {
    return null;
  }
}

async function follow() {
  if (following) return;
  following = true;
  await steps();
  following = false;
}

async function steps() {
  while (!stopped && 'underWay' in box.dataset) {
    const answer = await fetched();
    if (stopped) return;
    if (!answer) {
      news.textContent = UNREACHED;
      news.classList.remove('unseen');
      return;
    }
    const focused = document.activeElement?.closest('#result') && document.activeElement.dataset;
    box.replaceChildren(...answer.found.body.childNodes);
    if (focused && ('stop' in focused || 'further' in focused)) box.querySelector('[data-stop]')?.focus();
    if (!box.querySelector('progress')) {
      delete box.dataset.underWay;
      news.textContent = answer.ok ? 'The experiment is over. What came out stands below its settings.' : box.textContent.trim();
      return;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

box.addEventListener('click', (event) => {
  const link = event.target.closest('[data-stop], [data-further]');
  if (!link) return;
  event.preventDefault();
  if ('stop' in link.dataset) {
    stopped = true;
    news.textContent = 'Stopped.';
    link.remove();
    box.querySelector('[data-further]')?.focus();
  } else {
    stopped = false;
    news.textContent = '';
    follow();
  }
});
follow();
