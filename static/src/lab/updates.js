// A change is sent when typing rests; an answer that is overtaken is dropped. Fields are never replaced while they are
// typed in: only what stands beside them and the steps are. The address is always that of what is shown.
const REST = 120;
const STRANGE = 'The server answered something else than the lab. Try again.';
const UNREAD = 'Something cannot be read. The sentences are beside the fields.';
const KEPT = 'What you typed is kept.';
let waiting = 0;
let under = null;

export function startUpdates(page) {
  const main = page.getElementById('main');
  for (const hint of page.querySelectorAll('.scripted')) hint.hidden = false;
  main.addEventListener('input', (event) => {
    if (event.target.closest('#lab-form') && !event.target.closest('.pasting')) later(page);
  });
  main.addEventListener('submit', (event) => {
    if (event.target.id !== 'lab-form') return;
    event.preventDefault();
    act(page, event.target, event.submitter);
  });
  addEventListener('popstate', () => put(page, location.href));
}

function later(page) {
  clearTimeout(waiting);
  waiting = setTimeout(() => update(page), REST);
}

function asked(form, submitter) {
  const fields = new FormData(form, submitter ?? undefined);
  if (!submitter) for (const letter of 'qkv') fields.delete(`paste-${letter}`);
  return new URLSearchParams(fields);
}

// The newest request ends the ones before it; null stands for one that was overtaken or failed. With a body it is sent.
async function fetched(page, address, body) {
  under?.abort();
  under = new AbortController();
  const mine = under;
  page.getElementById('steps').setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, {method: body ? 'POST' : 'GET', body, signal: mine.signal});
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return mine.signal.aborted ? null : {address: answer.redirected ? answer.url : null, page: found};
  } catch {
    if (!mine.signal.aborted) warn(page, 'The server cannot be reached. What you typed is kept; the steps are those from before.');
    return null;
  } finally {
    if (mine === under) page.getElementById('steps').removeAttribute('aria-busy');
  }
}

async function update(page) {
  const found = await fetched(page, '/lab/steps', asked(page.getElementById('lab-form')));
  if (!found) return;
  const fresh = found.page.getElementById('update');
  if (!fresh) return strange(page, found);
  const open = [...page.querySelectorAll('#steps details[open]')].map((fold) => fold.id);
  for (const part of fresh.querySelectorAll('[data-into]')) {
    const place = page.getElementById(part.dataset.into);
    if (!place || (part.dataset.into === 'steps' && fresh.dataset.whole === 'no')) continue;
    const inner = part.firstElementChild?.id === place.id ? part.firstElementChild : part;
    const chosen = place.querySelector('input:checked')?.value;
    place.replaceChildren(...inner.childNodes);
    if (chosen) for (const one of place.querySelectorAll('input[type=radio]')) one.checked = one.value === chosen;
  }
  for (const id of open) page.getElementById(id)?.setAttribute('open', '');
  mark(page);
  page.getElementById('steps').classList.toggle('stale', fresh.dataset.whole === 'no');
  say(page, fresh.dataset.news);
  if (fresh.dataset.link) history.replaceState(null, '', fresh.dataset.link);
}

// Whatever has a sentence beside it is marked as such, and nothing else.
function mark(page) {
  for (const field of page.querySelectorAll('#lab-form :is(input.cell, #by, select)')) {
    const name = field.name === 'slip' ? 'slip' : field.id;
    const wrong = page.getElementById(`fault-${name}`);
    if (wrong) { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', wrong.id); }
    else if (field.hasAttribute('aria-invalid')) { field.removeAttribute('aria-invalid'); field.removeAttribute('aria-describedby'); }
  }
}

// What is too long to be a matrix is not sent: beside it stands at once what the server would say. Gives the first of these.
function tooLong(page) {
  let first = null;
  for (const field of page.querySelectorAll('.pasting textarea')) {
    const signs = [...field.value].length;
    if (signs <= Number(field.dataset.longest)) continue;
    const told = page.createElement('p');
    Object.assign(told, {className: 'fault', id: `fault-${field.id}`, textContent: field.dataset.tooLong.replace('{}', signs)});
    page.getElementById(`faults-${field.id}`).replaceChildren(told);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `paste-hint ${told.id}`);
    first ??= field;
  }
  return first;
}

// A button that changes the shape: the page comes whole, and the same button has the focus again.
async function act(page, form, submitter) {
  clearTimeout(waiting);
  say(page, '');
  const long = tooLong(page);
  if (long) {
    long.closest('details').open = true;
    long.focus();
    say(page, UNREAD);
    return;
  }
  const found = await put(page, '/lab', asked(form, submitter));
  if (!found) return;
  if (found.address) history.pushState(null, '', found.address);
  const button = submitter && page.getElementById(submitter.id);
  (button && !button.disabled ? button : page.querySelector('input.cell'))?.focus();
  say(page, page.querySelector('#lab-form .fault') ? UNREAD : 'Done. All steps are up to date.');
}

// Only a page of the lab takes the place of one: whatever else comes is told, and all that was typed stays.
async function put(page, address, body) {
  const found = await fetched(page, address, body);
  if (!found) return null;
  if (!found.page.querySelector('#main #lab-form')) return strange(page, found);
  page.getElementById('main').replaceChildren(...found.page.getElementById('main').childNodes);
  page.title = found.page.title;
  for (const hint of page.querySelectorAll('.scripted')) hint.hidden = false;
  return found;
}

function strange(page, found) {
  warn(page, `${found.page.querySelector('main .lede')?.textContent ?? STRANGE} ${KEPT}`);
  return null;
}

// What is said is heard; a warning is seen, too.
function say(page, text) {
  const news = page.getElementById('news');
  news.textContent = text ?? '';
  news.classList.add('unseen');
}

function warn(page, text) {
  say(page, text);
  page.getElementById('news').classList.remove('unseen');
}
