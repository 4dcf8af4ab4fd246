// What is wider than its place scrolls by itself; with the keyboard it must first be reached.
export function openWide(page) {
  for (const box of page.querySelectorAll('[data-wide]')) {
    if (box.scrollWidth <= box.clientWidth) continue;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', box.dataset.wide);
  }
}
