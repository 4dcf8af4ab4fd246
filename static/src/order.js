// An ordering whose steps can be moved: by buttons, by their list of places, and by a handle for pointers.
// The lists of places say what the answer is, with and without this file; here all of them follow the order on the page.
export function startOrder(page) {
  const list = page.querySelector('fieldset:enabled [data-order]');
  if (!list) return;
  const told = made('p', {className: 'unseen', ariaLive: 'polite'});
  list.after(told);
  const rows = () => [...list.children];
  const name = (row) => row.querySelector('label').textContent.trim();
  const place = (row) => row.querySelector('select');

  function number() {
    rows().forEach((row, at) => { place(row).value = String(at + 1); });
    mark();
    list.dispatchEvent(new Event('input', {bubbles: true}));
  }
  function mark() {
    rows().forEach((row, at, all) => {
      const ends = {up: at === 0, down: at === all.length - 1};
      for (const button of row.querySelectorAll('.move')) {
        if (ends[button.dataset.way]) button.setAttribute('aria-disabled', 'true'); else button.removeAttribute('aria-disabled');
      }
    });
  }
  function put(row, at) {
    const others = rows().filter((other) => other !== row);
    const focused = page.activeElement;
    list.insertBefore(row, others[at] ?? null);
    if (row.contains(focused)) focused.focus();
    number();
    told.textContent = `${name(row)} is now in place ${at + 1} of ${rows().length}`;
  }
  function move(row, by) {
    const at = rows().indexOf(row) + by;
    if (at < 0 || at >= rows().length) told.textContent = `${name(row)} is ${by < 0 ? 'first' : 'last'} already`;
    else put(row, at);
  }

  for (const row of rows()) {
    const buttons = [['up', '↑', -1], ['down', '↓', 1]].map(([way, sign, by]) => {
      const button = made('button', {type: 'button', className: 'quiet move', textContent: sign, ariaLabel: `Move ${way}: ${name(row)}`});
      button.dataset.way = way;
      button.addEventListener('click', () => move(row, by));
      return button;
    });
    const grip = made('span', {className: 'grip', textContent: '⠿', ariaHidden: 'true'});
    grip.addEventListener('pointerdown', (event) => drag(event, row, grip));
    row.querySelector('label').before(grip);
    const moves = made('span', {className: 'moves'});
    place(row).before(moves);
    moves.append(...buttons, place(row));
    place(row).addEventListener('change', () => { if (place(row).value) put(row, Number(place(row).value) - 1); else number(); });
  }
  function drag(event, row, grip) {
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    row.classList.add('held-up');
    const follow = (moved) => {
      const others = rows().filter((other) => other !== row);
      const at = others.filter((other) => { const box = other.getBoundingClientRect(); return moved.clientY > box.top + box.height / 2; }).length;
      if (at !== rows().indexOf(row)) { list.insertBefore(row, others[at] ?? null); grip.setPointerCapture(event.pointerId); }
    };
    const drop = () => {
      row.classList.remove('held-up');
      grip.removeEventListener('pointermove', follow);
      put(row, rows().indexOf(row));
    };
    grip.addEventListener('pointermove', follow);
    grip.addEventListener('pointerup', drop, {once: true});
    grip.addEventListener('pointercancel', drop, {once: true});
  }

  // What was kept, came back, or was chosen before this file had come is shown in its order; lines without a place, or
  // with one that is taken, stand in the gaps. What was refused stays as it was given until something is moved.
  const gaps = Array(rows().length).fill(null);
  const rest = rows().filter((row) => {
    const at = Number(place(row).value) - 1;
    if (at < 0 || gaps[at]) return true;
    gaps[at] = row;
    return false;
  });
  if (rest.length < gaps.length) {
    const some = rest.length > 0 && !page.getElementById('faults');
    gaps.forEach((row) => list.append(row ?? rest.shift()));
    if (some) number();
  }
  mark();
}

function made(tag, properties) { return Object.assign(document.createElement(tag), properties); }
