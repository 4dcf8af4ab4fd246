// How time is shown and said. What is said is what app/exams/warnings.py says; a test holds the two together.
const MINUTE = 60_000;

// "1:04:09", "4:09": whole seconds, rounded up, so that 0:00 is shown when the time is up and not before.
export function face(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part, place) => (place && (parts[0] || place > 1) ? String(part).padStart(2, '0') : String(part)));
  return parts[0] ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

// "3 answered, 1 begun, 6 unanswered, 2 flagged"; begun and flagged ones are named where there are some.
export function countsLine({answered, begun, open, flagged}) {
  return [`${answered} answered`, begun && `${begun} begun`, `${open} unanswered`, flagged && `${flagged} flagged`].filter(Boolean).join(', ');
}

// "14:31:05 CET", as the server writes it: in the zone of that name, called what the server calls it. A browser that does
// not know the zone says UTC.
export function timeOfDay(moment, {name, called}) {
  const plain = (timeZone) => new Intl.DateTimeFormat('en-GB', {timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'}).format(moment);
  try { return `${plain(name)} ${called}`; } catch { return `${plain('UTC')} UTC`; }
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

// "question 3", "questions 3, 5 and 8": each once, in order.
export function questions(numbers) {
  const each = [...new Set(numbers)].sort((one, other) => one - other);
  return `${each.length === 1 ? 'question' : 'questions'} ${listed(each)}`;
}
