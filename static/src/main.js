// What the pages do beyond plain forms and links. Every page works without this file.
import {startAids} from './aids.js';
import {startDialogs} from './dialogs.js';
import {startDrafts} from './drafts.js';
import {openTarget} from './folds.js';
import {startKeys} from './keys.js';
import {startOrder} from './order.js';
import {startOnce} from './once.js';
import {closeRadicals} from './radicals.js';
import {openWide} from './wide.js';

startOnce(document);
startDrafts(document);
startOrder(document);
startDialogs(document);
startAids(document);
startKeys(document);
openTarget(document);
document.fonts.ready.then(() => { closeRadicals(document); openWide(document); });
for (const fold of document.querySelectorAll('details')) fold.addEventListener('toggle', () => closeRadicals(fold));
