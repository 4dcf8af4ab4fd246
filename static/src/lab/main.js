// The lab with a script: steps follow every change, buttons work in place, and numbers can be nudged. All of it works without, too.
import {startNudges} from './nudges.js';
import {startUpdates} from './updates.js';

startUpdates(document);
startNudges(document);
