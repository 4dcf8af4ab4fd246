// A form that is on its way is not sent a second time. The server knows repeats too; this spares the wait.
export function startOnce(page) {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.hasAttribute('data-once')) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = 'yes';
    mark(form, true);
  });
  // A page that comes back from the browser's memory may send again.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of page.querySelectorAll('form[data-sent]')) { delete form.dataset.sent; mark(form, false); }
  });
}

function mark(form, busy) {
  for (const button of [...form.elements].filter((one) => one.matches('button'))) {
    if (busy) button.setAttribute('aria-disabled', 'true'); else button.removeAttribute('aria-disabled');
  }
}
