// How time is shown and said. What is said is what app/exams/warnings.py says; a test holds the two together.
const MINUTE = 60_000;

// "1:04:09", "4:09": whole seconds, rounded up, so that 0:00 is shown when the time is up and not before.
export function face(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part, place) => (place && (parts[0] || place > 1) ? String(part).padStart(2, '0') : String(part)));
  return parts[0] ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

export function timeLeft(left) {
  if (left <= 0) return 'no time';
  const whole = Math.floor(left / MINUTE);
  if (!whole) return 'less than a minute';
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  return [hours && counted(hours, 'hour'), minutes && counted(minutes, 'minute')].filter(Boolean).join(' ');
}

export function counted(count, noun) { return count === 1 ? `${count} ${noun}` : `${count} ${noun}s`; }

// "3", "3 and 5", "3, 5 and 8".
export function listed(numbers) {
  const texts = numbers.map(String);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
