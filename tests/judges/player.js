// Plays an item of QTI 3 in a player that is not ours: what it shows, and what it gives for each of these answers.
// Formulas are told by their LaTeX, and images by what they show, as the player has them.
const UNTIL = 5000;

async function played({xml, answers}) {
  const box = document.createElement('item-container');
  box.itemXML = xml;
  const outer = document.createElement('qti-item');
  outer.append(box);
  document.body.replaceChildren(outer);
  const item = await there(() => box.shadowRoot?.querySelector('qti-assessment-item'));
  await item.updateComplete;
  await there(() => item.variables.some((one) => one.identifier === 'RESPONSE'));
  const options = Object.fromEntries([...item.querySelectorAll('qti-simple-choice, qti-simple-associable-choice')].map((one) => [one.getAttribute('identifier'), told(one)]));
  const scores = answers.map((answer) => {
    item.updateResponseVariable('RESPONSE', answer);
    item.processResponse(false, false);
    return Number(item.variables.find((one) => one.identifier === 'SCORE').value);
  });
  const declared = item._context.variables.find((one) => one.identifier === 'RESPONSE').correctResponse;
  return {stem: told(item.querySelector('qti-item-body > div')), options, scores, declared};
}

function told(element) {
  const copy = element.cloneNode(true);
  for (const math of copy.querySelectorAll('math')) math.replaceWith(`\\(${math.querySelector('annotation').textContent}\\)`);
  for (const image of copy.querySelectorAll('img')) image.replaceWith(image.alt);
  return copy.textContent.replace(/\s+/g, ' ').trim();
}

async function there(find) {
  for (const end = Date.now() + UNTIL; Date.now() < end;) {
    const found = find();
    if (found) return found;
    await new Promise((done) => setTimeout(done));
  }
  throw new Error('the player did not show the item');
}
