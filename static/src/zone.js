// Offers the browser's own time zone where none was chosen and nothing was typed.
export function startZone(page) {
  const field = page.querySelector('[data-zone]');
  if (!field || field.value) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && page.querySelector(`#zones option[value="${CSS.escape(zone)}"]`)) field.value = zone;
}
