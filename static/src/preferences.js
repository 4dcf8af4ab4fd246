// Reading comfort as it is chosen: the server puts it on the root of the page, from the cookie that is written here too.
const COOKIE = 'keyed_comfort';
const YEAR = 365 * 24 * 3600;

// What is chosen, or null where it is as it was set.
export function read(name) { return document.documentElement.dataset[name] ?? null; }

// Null goes back to how it was set. Cookies may be shut off; then the choice lasts for the page.
export function write(name, value) {
  const {dataset} = document.documentElement;
  if (value) dataset[name] = value; else delete dataset[name];
  const kept = (document.cookie.match(`(?:^|; )${COOKIE}=([^;]*)`)?.[1] ?? '').split('|');
  const pairs = kept.filter((pair) => pair && !pair.startsWith(`${name}:`));
  if (value) pairs.push(`${name}:${value}`);
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${COOKIE}=${pairs.join('|')}; path=/; max-age=${pairs.length ? YEAR : 0}; samesite=lax${secure}`;
}
