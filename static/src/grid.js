// A matrix that is typed: arrow keys walk through its fields, and a whole matrix that is pasted fills them.
// Without this file the fields are reached by Tab, and a matrix in the first field is taken apart by the server.
export function startGrid(page) {
  const table = page.querySelector('fieldset:enabled [data-grid]');
  if (!table) return;
  const width = Number(table.dataset.grid);
  const fields = [...table.querySelectorAll('input')];
  const told = Object.assign(document.createElement('p'), {className: 'unseen', ariaLive: 'polite'});
  table.parentElement.after(told);

  table.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
    const next = fields[beside(event.key, event.target)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });

  // Up and down always leave a field; left and right do at the ends of what stands in it.
  function beside(pressed, field) {
    const at = fields.indexOf(field);
    if (at < 0) return -1;
    if (pressed === 'ArrowUp') return at - width;
    if (pressed === 'ArrowDown') return at + width;
    const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const caret = field.selectionStart === field.selectionEnd;
    if (pressed === 'ArrowLeft' && at % width > 0 && (whole || (caret && field.selectionStart === 0))) return at - 1;
    if (pressed === 'ArrowRight' && at % width < width - 1 && (whole || (caret && field.selectionEnd === field.value.length))) return at + 1;
    return -1;
  }

  table.addEventListener('paste', (event) => {
    const at = fields.indexOf(event.target);
    const rows = cellsOf(event.clipboardData?.getData('text/plain') ?? '');
    const places = placesOf(rows, at);
    if (!places) return; // it stays one text in one field, and the server says what is wrong with it
    event.preventDefault();
    rows.flat().forEach((text, nth) => { fields[places[nth]].value = text; });
    event.target.dispatchEvent(new Event('input', {bubbles: true}));
    told.textContent = `${places.length} fields are filled.`;
  });

  // The fields that pasted rows go to: a block that begins at `at`, or all in order where one line holds all numbers.
  function placesOf(rows, at) {
    const cells = rows.flat();
    if (at < 0 || cells.length < 2) return null;
    if (at === 0 && rows.length === 1 && cells.length === fields.length) return fields.map((_, place) => place);
    const long = rows[0].length;
    const fits = rows.every((row) => row.length === long) && (at % width) + long <= width && at + (rows.length - 1) * width < fields.length;
    return fits ? rows.flatMap((row, down) => row.map((_, right) => at + down * width + right)) : null;
  }
}

// Rows end with a line or a semicolon, cells with a space, a tab, or a comma before a space. In brackets, and between
// numbers that all have a decimal point, every comma separates.
export function cellsOf(text) {
  let plain = text.trim();
  if (/[[{]/.test(plain)) plain = plain.replace(/[\])}]\s*,?\s*(?=[[({])/g, ';').replace(/[[\](){}]/g, ' ').replace(/,/g, ' ');
  return plain.split(/[\n\r;]+/).map(cut).filter((row) => row.length);
}

function cut(row) {
  const cells = row.trim().split(/\s+/).map((cell) => cell.replace(/,$/, '')).filter(Boolean);
  const commas = cells.length === 1 ? cells[0].split(',') : [];
  return commas.length > 1 && commas.every((one) => /^[+\-−]?\d*\.\d+$/.test(one)) ? commas : cells;
}
