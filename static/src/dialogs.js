// Opens dialogs from their buttons, which stay hidden where there is no script, and keeps the switches in them.
import {read, write} from './preferences.js';

export function startDialogs(page) {
  for (const opener of page.querySelectorAll('[data-opens]')) {
    opener.hidden = false;
    opener.addEventListener('click', () => page.getElementById(opener.dataset.opens).showModal());
  }
  for (const toggle of page.querySelectorAll('[data-switch]')) {
    toggle.checked = read(toggle.dataset.switch) !== 'off';
    toggle.addEventListener('change', () => write(toggle.dataset.switch, toggle.checked ? null : 'off'));
  }
}
