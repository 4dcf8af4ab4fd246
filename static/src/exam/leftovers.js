// What a sitting left in this browser without an acknowledgement goes to the server from the next page about exams, even
// when the sitting is over: it is kept for the instructor then, and never dropped in silence.
import {leftOver, openQueue} from './queue.js';
import {Saving} from './saving.js';
import {serverOf} from './server.js';

export async function sendLeftovers(page) {
  const csrf = page.querySelector('input[name=csrf_token]')?.value;
  if (!csrf) return;
  for (const sitting of await leftOver()) {
    const {changes: send} = serverOf({root: `/exams/sittings/${sitting}`, csrf});
    const saving = new Saving({queue: openQueue(sitting), send, told: () => {}, holder: 0, seqs: {}, later: () => 0});
    await saving.restore();
    await saving.flush();
  }
}
