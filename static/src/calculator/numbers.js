// Reads a number as answers are read: what could be read in two ways is refused with both. Without a sign in front,
// which is an operator here. The same rules and sentences as app/grading/number.py.
export const THIN = '\u2009';
const LONGEST = 40;
const LARGEST_EXPONENT = 99;
const TOO_LONG = `This is too long to read; type one number of at most ${LONGEST} characters.`;
const MARKS = 'There is more than one decimal sign here; write the number like 1234.5.';
const SPACES = 'There is a space inside; type one number without spaces, such as 0.506.';
const ANY = 'This cannot be read as one number; write it like 0.506, -2, 1/3 or 1.2e-3.';
const EXPONENT = `This exponent is too large to read; it may go from -${LARGEST_EXPONENT} to ${LARGEST_EXPONENT}.`;

const PLAIN = /^(?<whole>[0-9]*)(?:(?<mark>[.,])(?<part>[0-9]*))?$/;
const GROUPED = new RegExp(
  `^(?<whole>[1-9][0-9]{0,2}(?<gap>[${THIN}'.,])[0-9]{3}(?:\\k<gap>[0-9]{3})*)(?:(?<mark>(?!\\k<gap>)[.,])(?<part>[0-9]+))?$`);
const THIN_DECIMALS = new RegExp(`^([^.,]*[.,])([0-9]{3}(?:${THIN}[0-9]{3})*${THIN}[0-9]{1,3})$`);

// {value} or {sentence}.
export function readNumber(text) {
  if (text.length > LONGEST) return {sentence: TOO_LONG};
  const [mantissa, exponent] = text.split('e');
  if (exponent && exponent.replace(/^[+-]?0*/, '').length > String(LARGEST_EXPONENT).length) return {sentence: EXPONENT};
  const {digits, sentence} = decimal(mantissa);
  return sentence ? {sentence} : {value: Number(exponent ? `${digits}e${exponent}` : digits)};
}

function decimal(typed) {
  const thin = typed.match(THIN_DECIMALS);
  const body = thin ? thin[1] + thin[2].replaceAll(THIN, '') : typed;
  const plain = body.match(PLAIN)?.groups;
  if (plain) return joined(plain.whole, plain.mark, plain.part ?? '');
  const grouped = body.match(GROUPED)?.groups;
  if (grouped) {
    const whole = grouped.whole.replaceAll(grouped.gap, '');
    if (grouped.gap !== '.' || grouped.mark) return {digits: `${whole}.${grouped.part ?? ''}0`};
    return {sentence: `Points can be read in more than one way here; write ${whole} for the whole number.`};
  }
  if (body.match(/[.,]/g)?.length > 1) return {sentence: MARKS};
  return {sentence: body.includes(THIN) ? SPACES : ANY};
}

function joined(whole, mark, part) {
  if (!whole && !part) return {sentence: ANY};
  if (mark !== ',' || part.length !== 3 || !whole || whole.length > 3 || whole === '0') return {digits: `${whole || '0'}.${part}0`};
  const plain = (digits) => digits.replace(/^0+(?=\d)/, '');
  const [large, small] = [plain(whole + part), `${plain(whole)}.${part}`];
  return {sentence: `The comma can be read in two ways here; write ${large} or ${small}, whichever you mean.`};
}
