// Follows an experiment that is under way: its result is fetched again until it is over or stopped. Without a script the
// link "Measure further" does the same.
const box = document.getElementById('result');
const news = document.getElementById('result-news');
const PAUSE = 60;
let stopped = false;

async function follow() {
  while (!stopped && 'underWay' in box.dataset) {
    let answer;
    try {
      answer = await fetch(box.dataset.follow.replace('?', '/result?'));
    } catch {
      news.textContent = 'The server cannot be reached. Measure further when it is there again.';
      return;
    }
    const text = await answer.text();
    if (stopped) return;
    const focused = document.activeElement?.closest('#result') && document.activeElement.dataset;
    box.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
    if (focused && 'stop' in focused) box.querySelector('[data-stop]')?.focus();
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
  } else if (stopped) {
    stopped = false;
    follow();
  }
});
follow();
