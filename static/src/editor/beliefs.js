// When another misconception is chosen, what is believed and where else it is used is fetched and shown below it.
export function startBeliefs(form) {
  form.addEventListener('change', async (event) => {
    const field = event.target;
    if (!field.matches('select[data-belief]')) return;
    const note = document.getElementById(`${field.id}-belief`);
    const chosen = field.value;
    if (!chosen) { note.replaceChildren(); return; }
    try {
      const answer = await fetch(`/authoring/misconceptions/${encodeURIComponent(chosen)}?beside=${encodeURIComponent(field.dataset.belief)}`);
      if (answer.ok && field.value === chosen) note.innerHTML = await answer.text();
    } catch {
      note.replaceChildren(); // it comes with the next page
    }
  });
}
