// What is wider than its place scrolls by itself; with the keyboard it must first be reached. Whether it is wider may
// change with the size of the window and of the text.
export function openWide(page) {
  const watch = new ResizeObserver((changes) => { for (const {target} of changes) mark(target); });
  for (const box of page.querySelectorAll('[data-wide]')) watch.observe(box);
}

function mark(box) {
  if (box.scrollWidth > box.clientWidth) {
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', box.dataset.wide);
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }
}
