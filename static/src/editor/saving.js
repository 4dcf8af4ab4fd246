// Saves when typing rests for a second, and says how it stands. What was not sent yet is kept in this browser, and offered
// when the page is opened again. A save that came too late leads to the page with both texts.
const REST = 1000;
const AGAIN = 5000;
const OURS = /^(version|order)$|\.count$/; // fields that are not typed
const OUT = 'This browser is not known as an instructor’s any more. Come in by the instructor link again, in another tab; what you typed is kept here.';

export function startSaving(form) {
  const name = `keyed.editor.${form.dataset.draft}.${form.elements.as.value}`;
  const state = document.getElementById('save-state');
  let waiting = 0;
  let sending = null; // what is on its way
  let left = false;
  let typed = 0; // counts what was typed, so that a save knows whether it holds all of it
  let saved = 0;
  let late = false;
  let sent = ''; // by which of the form's own buttons: the page that comes says what became of it

  form.autocomplete = 'off'; // or the way back fills old text in below a newer version; what was kept is offered instead
  offer(form, name);
  form.addEventListener('input', () => {
    typed += 1;
    keep(name, form, sent);
    left = false;
    if (!late) { tell('Not saved yet'); later(REST); }
  });
  form.addEventListener('submit', (event) => { clearTimeout(waiting); late = true; sent = event.submitter?.value || 'save'; });
  addEventListener('online', () => { if (saved < typed && !late) later(0); });
  addEventListener('pagehide', () => { if (saved < typed) keep(name, form, sent); });
  addEventListener('pageshow', (event) => { if (event.persisted) { late = false; sent = ''; } });

  function later(rest) {
    clearTimeout(waiting);
    waiting = setTimeout(save, rest);
  }

  // A way to another view of the draft waits for what was typed; taken a second time it does not.
  for (const link of document.querySelectorAll('nav.views a')) {
    link.addEventListener('click', async (event) => {
      if (late || left || saved === typed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      left = true;
      await sending;
      if (saved < typed) await save();
      if (saved === typed) location.assign(link.href);
    });
  }

  function save() {
    if (late) return sending;
    clearTimeout(waiting);
    sending ??= send().finally(() => { sending = null; });
    return sending;
  }

  async function send() {
    const count = typed;
    tell('Saving …');
    try {
      const answer = await fetch(`${form.action}/saves`, {method: 'POST', body: new URLSearchParams(new FormData(form))});
      const told = answer.status === 403 ? {sentence: OUT} : answer.headers.get('content-type')?.startsWith('application/json') ? await answer.json() : {sentence: 'The server answered something else. Reload the page in another tab and look.'};
      if (answer.ok) { saved = count; done(told); } else refused(told);
    } catch {
      tell('Not saved: the server cannot be reached. What you typed is kept in this browser.', true);
      later(AGAIN);
    }
    if (saved < typed && !late && !state.classList.contains('bad')) later(REST);
  }

  function done({version, saved_at: at}) {
    const before = form.elements.version.value;
    for (const field of document.querySelectorAll('input[name=version]')) field.value = version;
    if (Number(before) !== version) undoable(before);
    if (saved === typed) store((storage) => storage.removeItem(name));
    const moment = new Date(at).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit', second: '2-digit'});
    if (saved === typed) tell(`Saved as version ${version} at ${moment}`);
  }

  function refused({sentence, stale}) {
    tell(`Not saved. ${sentence} `, true);
    if (!stale) return;
    late = true;
    const button = document.createElement('button');
    button.className = 'plain';
    button.textContent = 'Compare both texts';
    button.setAttribute('form', form.id);
    button.name = 'act';
    button.value = 'save';
    state.append(button);
  }

  function tell(text, bad = false) {
    state.textContent = text;
    state.classList.toggle('bad', bad);
  }
}

// What was current before this save is what undoing goes back to; there is nothing to go forward to any more.
function undoable(before) {
  const back = document.querySelector('[data-undo]');
  if (back) { back.hidden = false; back.elements.to.value = before; back.querySelector('.unseen').textContent = `, version ${before}`; }
  document.querySelector('[data-redo]')?.setAttribute('hidden', '');
}

function keep(name, form, sent) {
  const fields = [...new FormData(form)].filter(([field]) => field !== 'csrf_token');
  store((storage) => storage.setItem(name, JSON.stringify({at: Date.now(), fields, sent})));
}

// What the form itself sent, and this page has as its next version by the same person, was saved: it is not offered. That
// version may be of an earlier save that was still on its way, so all that was typed must be found here, unless a part was
// taken out.
function arrived(form, {fields, sent}) {
  const was = new Map(fields);
  if (!sent || Number(was.get('version')) + 1 !== Number(form.elements.version.value) || was.get('actor')?.trim() !== form.dataset.savedBy) return false;
  const here = new Set([...new FormData(form)].map(([, value]) => plain(value)));
  return String(sent).startsWith('drop') || fields.every(([field, value]) => OURS.test(field) || !plain(value) || here.has(plain(value)));
}

// Nor is what this page has already, each at its place.
function stands(form, {fields}) {
  const is = new FormData(form);
  return fields.every(([field, value]) => OURS.test(field) || is.getAll(field).some((one) => plain(one) === plain(value)));
}

function plain(value) { return String(value).trim().replace(/\s+/g, ' '); }

function offer(form, name) {
  const kept = store((storage) => JSON.parse(storage.getItem(name)));
  if (kept?.fields && (arrived(form, kept) || stands(form, kept))) { store((storage) => storage.removeItem(name)); return; }
  if (!kept?.fields || form.hasAttribute('data-unsaved')) return;
  const box = document.getElementById('left-over');
  box.querySelector('time').textContent = new Date(kept.at).toLocaleString();
  box.hidden = false;
  box.addEventListener('click', (event) => {
    const act = event.target.closest('button')?.value;
    if (!act) return;
    store((storage) => storage.removeItem(name));
    box.hidden = true;
    if (act === 'put') sendKept(form, kept.fields);
  });
}

// The kept fields are sent as the form would have sent them; whoever saved meanwhile is not overwritten.
function sendKept(form, fields) {
  const other = document.createElement('form');
  other.method = 'post';
  other.action = form.action;
  other.hidden = true;
  for (const [name, value] of [...fields, ['csrf_token', form.elements.csrf_token.value]]) {
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    other.append(field);
  }
  document.body.append(other);
  other.submit();
}

// Storage may be shut off; then nothing is kept.
function store(use) {
  try { return use(localStorage); } catch { return null; }
}
