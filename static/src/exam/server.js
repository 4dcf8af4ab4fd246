// What a sitting asks of the server. Whatever is no answer of ours (no network, a page of a proxy, a
// timeout) counts as none.
import {Lost} from './saving.js';

const PATIENCE = 10_000;
const KEPT = 20_000; // signs of a request that a browser carries to its end after the page is gone (64 KiB in all)

export function serverOf({root, csrf}) {
  return {
    // `last`: the page is going away, and the request outlives it.
    async changes(holder, changes, {last = false} = {}) {
      const body = JSON.stringify({csrf_token: csrf, holder, changes});
      const answer = await asked(`${root}/changes`, {method: 'POST', headers: {'Content-Type': 'application/json'}, body, keepalive: last && body.length < KEPT});
      return {status: answer.status, reply: await json(answer), wait: Number(answer.headers.get('Retry-After'))};
    },
    // The one way to finish; whether the server has taken it. Its page is asked for afterwards.
    async end(holder) {
      const body = new URLSearchParams({csrf_token: csrf, holder, go: 'end'});
      try {
        const answer = await fetch(`${root}/end`, {method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE)});
        return answer.type === 'opaqueredirect' || answer.ok; // any other answer is a fault, or not of ours
      } catch { return false; }
    },
    async clock() {
      const reply = await json(await asked(`${root}/clock`, {cache: 'no-store'}));
      if (typeof reply?.remaining_ms !== 'number') throw new Lost();
      return reply;
    },
  };
}

async function asked(address, more) {
  try { return await fetch(address, {...more, redirect: 'error', signal: AbortSignal.timeout(PATIENCE)}); } catch { throw new Lost(); }
}

async function json(answer) {
  try { return await answer.json(); } catch { return null; }
}
