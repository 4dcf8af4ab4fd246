// In a field of a matrix the arrows up and down, or dragging up and down, change the number by 1, with Shift by one half.
const STEP = 14; // pixels of dragging for one step

export function startNudges(page) {
  page.addEventListener('keydown', (event) => {
    const up = {ArrowUp: 1, ArrowDown: -1}[event.key];
    if (!up || event.ctrlKey || event.altKey || event.metaKey || !event.target.matches('input.cell')) return;
    if (nudge(event.target, event.shiftKey ? up / 2 : up)) event.preventDefault();
  });
  let drag = null;
  page.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0 || !event.target.matches('input.cell')) return;
    drag = {field: event.target, from: event.clientY, value: event.target.value, steps: 0};
  });
  page.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const steps = Math.trunc((drag.from - event.clientY) / STEP);
    if (steps === drag.steps) return;
    page.body.classList.add('dragging');
    drag.steps = steps;
    drag.field.value = drag.value;
    nudge(drag.field, event.shiftKey ? steps / 2 : steps);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    page.addEventListener(end, () => { drag = null; page.body.classList.remove('dragging'); });
  }
}

// Only plain decimals are nudged; a fraction or what cannot be read stays as it is.
function nudge(field, by) {
  const text = field.value.trim().replace('\u2212', '-').replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return false;
  const next = Math.min(1000, Math.max(-1000, Math.round((Number(text) + by) * 1e4) / 1e4));
  field.value = String(next);
  field.dispatchEvent(new Event('input', {bubbles: true}));
  return true;
}
