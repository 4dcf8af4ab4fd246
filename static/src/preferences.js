// Small choices that stay on this device. Storage may be shut off; then they last for the page.
const shadow = new Map();

export function read(name) {
  try { return localStorage.getItem(`keyed.${name}`); } catch { return shadow.get(name) ?? null; }
}

export function write(name, value) {
  shadow.set(name, value);
  try { localStorage.setItem(`keyed.${name}`, value); } catch { /* the shadow serves */ }
}
