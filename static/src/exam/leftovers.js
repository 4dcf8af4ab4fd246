// What a sitting left in this browser without an acknowledgement goes to the server from the next page about exams, even
// when the sitting is over: it is kept for the instructor then, which the page says, and never dropped in silence.
import {leftOver, openQueue} from './queue.js';
import {Saving} from './saving.js';
import {serverOf} from './server.js';
import {questions} from './words.js';

export async function sendLeftovers(page) {
  const box = page.getElementById('left-over');
  const csrf = box?.querySelector('[name=csrf_token]').value;
  if (!csrf) return;
  for (const sitting of await leftOver()) {
    const {changes: send} = serverOf({root: `/exams/sittings/${sitting}`, csrf});
    const fates = [];
    const told = (news) => { if (news.kind === 'reply') fates.push(...news.fates); };
    const saving = new Saving({queue: openQueue(sitting), send, told, holder: 0, seqs: {}, later: () => 0});
    await saving.restore();
    await saving.flush();
    tell(page, box, fates.filter((one) => ['late', 'ousted'].includes(one.fate)));
  }
}

function tell(page, box, uncounted) {
  if (!uncounted.length) return;
  const numbers = uncounted.map((one) => one.n).filter(Boolean);
  const what = numbers.length ? `to ${questions(numbers)}` : 'as scratch notes';
  const text = `What you gave last ${what} had stayed in this browser, and came too late to count. It is kept for the instructor.`;
  box.append(Object.assign(page.createElement('p'), {className: 'notice', textContent: text}));
}
