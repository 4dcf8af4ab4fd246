// Beside the answer: how long it was in view, and no more options than are asked for.

// Milliseconds in view, as differences of the steady counter while the page can be seen.
export function inView(before, {page = document, now = () => performance.now()} = {}) {
  let sum = before;
  let since = page.visibilityState === 'visible' ? now() : null;
  page.addEventListener('visibilitychange', () => {
    if (since !== null) sum += now() - since;
    since = page.visibilityState === 'visible' ? now() : null;
  });
  return () => Math.round(sum + (since === null ? 0 : now() - since));
}

// One more than may be chosen stays unchosen, and it is said why.
export function limitChoices(sheet, choose, told) {
  if (choose < 2) return;
  const boxes = () => [...sheet.elements].filter((field) => field.name === 'option');
  sheet.addEventListener('click', (event) => {
    const box = event.target;
    if (box.name !== 'option' || box.type !== 'checkbox' || !box.checked) return;
    if (boxes().filter((field) => field.checked).length <= choose) return;
    event.preventDefault();
    told(`${choose} are chosen already. Take one away first.`);
  });
}
