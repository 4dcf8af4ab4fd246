// Chromium lays out a root as wide as the largest root sign of the font, which leaves a gap behind √d. Where such a
// gap is found it is taken back; a browser that draws roots in their own width has none, and nothing happens.
export function closeRadicals(page) {
  const gaps = [...page.querySelectorAll('msqrt, mroot')].map((root) => {
    const inside = root.tagName === 'msqrt' ? root.lastElementChild : root.firstElementChild;
    return [root, root.getBoundingClientRect().right - inside.getBoundingClientRect().right];
  });
  for (const [root, gap] of gaps) if (gap > 1.5) root.style.marginInlineEnd = `${1 - gap}px`;
}
