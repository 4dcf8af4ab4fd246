// The editor with a script: saved as one types, faults at their places at once, a preview that follows. Every page works
// without this file: then a button saves, and the page that comes back shows the same.
import {startBeliefs} from './beliefs.js';
import {startChecks} from './checks.js';
import {startSaving} from './saving.js';

const form = document.getElementById('draft');
if (form) {
  const text = form.querySelector('textarea[data-nonce]');
  const editor = text ? import('./source.js').then(({startSource}) => startSource(text)) : Promise.resolve(null);
  startChecks(form, editor);
  startSaving(form);
  startBeliefs(form);
}
