// Prints a result with at most ten significant digits, and with no more than its error leaves.
const DIGITS = 10;
const MINUS = '−';

export function printed({value: signed, error}) {
  const value = Math.abs(signed);
  const digits = error === 0 || value === 0 ? DIGITS : Math.min(DIGITS, Math.floor(Math.log10(value / error)));
  if (value === 0 || digits < 1) return '0';
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  const written = mantissa.replace('.', '').replace(/0+$/, '');
  const size = Number(exponent);
  const sign = signed < 0 ? MINUS : '';
  if (size >= -5 && size < DIGITS) return sign + pointed(written, size + 1);
  return `${sign}${pointed(written, 1)}×10^${size < 0 ? MINUS : ''}${Math.abs(size)}`;
}

function pointed(digits, place) {
  if (place <= 0) return `0.${'0'.repeat(-place)}${digits}`;
  return place >= digits.length ? digits.padEnd(place, '0') : `${digits.slice(0, place)}.${digits.slice(place)}`;
}
