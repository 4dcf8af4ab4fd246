// What the pages do beyond plain forms and links. Every page works without this file.
import {startAids} from './aids.js';
import {startDialogs} from './dialogs.js';
import {startDrafts} from './drafts.js';
import {openTarget, unfoldOnPaper} from './folds.js';
import {startKeys} from './keys.js';
import {startOnce} from './once.js';
import {closeRadicals} from './radicals.js';
import {openWide} from './wide.js';
import {startZone} from './zone.js';

startOnce(document);
startDrafts(document);
startDialogs(document);
startAids(document);
if (!document.querySelector('[data-sitting]')) startKeys(document); // a sitting has letters of its own
startZone(document);
// The way back to a page that answered a form asks for its address, and not whether to send the form again.
if (document.querySelector('main:is(.review, .question, .feedback)')) history.replaceState(history.state, '');
openTarget(document);
unfoldOnPaper(document);
document.fonts.ready.then(() => { closeRadicals(document); openWide(document); });
for (const fold of document.querySelectorAll('details')) fold.addEventListener('toggle', () => closeRadicals(fold));
// What few pages need is fetched by these alone.
if (document.querySelector('[data-order]')) import('./order.js').then(({startOrder}) => startOrder(document));
if (document.querySelector('[data-grid]')) import('./grid.js').then(({startGrid}) => startGrid(document));
if (location.pathname.startsWith('/exams') && !document.querySelector('[data-sitting]')) import('./exam/leftovers.js').then(({sendLeftovers}) => sendLeftovers(document));
if (document.querySelector('[data-watch]')) import('./watch.js').then(({startWatch}) => startWatch(document));
