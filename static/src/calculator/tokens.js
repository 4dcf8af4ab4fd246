// Cuts what was typed into numbers, names and signs, each with its place, counted in characters.
import {readNumber, THIN} from './numbers.js';

const LONGEST = 200;
const NAMES = ['exp', 'ln', 'log10', 'log2', 'sqrt', 'e', 'ans'];
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺';
const FOLD = new Map(Object.entries({
  '-': '‐‑‒–—−➖﹣－', '+': '＋﹢', '*': '·⋅∙∗×✕', '/': '÷／⁄∕', '^': '＾', '(': '（', ')': '）', '.': '．', ',': '，', "'": '’＇',
  [THIN]: '\u00a0\u2007\u2008\u200a\u202f', '': '\u200b\u200c\u200d\u200e\u200f\u2060\ufeff',
  ' ': '\t\n\r\v\f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u205f\u3000',
  ...Object.fromEntries([...'０１２３４５６７８９'].map((mark, digit) => [digit, mark])),
}).flatMap(([sign, marks]) => [...marks].map((mark) => [mark, sign])));
const NUMBER = new RegExp(`[0-9.,](?:[0-9.,']|${THIN}(?=[0-9]))*(?:e[+-]?[0-9]+)?`, 'y');
const NAME = /log10|log2|[a-z]+/y;

// Thrown from the place that knows why nothing can be computed, with the place in what was typed.
export class Fault {
  constructor(sentence, at) { Object.assign(this, {sentence, at}); }
}

export function tokens(typed) {
  if (typed.length > LONGEST) throw new Fault(`This is too long; an expression has at most ${LONGEST} characters.`, LONGEST);
  const kept = typed.map((mark, place) => [FOLD.get(mark) ?? (mark <= '\x7f' ? mark.toLowerCase() : mark), place]).filter(([mark]) => mark);
  // One place of the text for each character, also for those that JavaScript counts twice.
  const text = kept.map(([mark]) => (mark.length > 1 ? '\ufffd' : mark)).join('');
  const found = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === ' ' || text[at] === THIN) { at += 1; continue; }
    const [token, length] = next(text, at, kept);
    const first = kept[at][1];
    found.push({...token, at: first, text: typed.slice(first, kept[at + length - 1][1] + 1).join('')});
    at += length;
  }
  if (!found.length) throw new Fault('Type what is to be computed, such as e^1.2/(e^1.2+1).', 0);
  return [...found, {kind: '', text: '', at: typed.length}];
}

function matched(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function next(text, at, kept) {
  const place = kept[at][1];
  const number = matched(NUMBER, text, at);
  if (number) {
    const {value, sentence} = readNumber(number);
    if (sentence) throw new Fault(sentence, place);
    return [{kind: 'number', value}, number.length];
  }
  if (text[at] === 'x') return [{kind: '*'}, 1];
  const name = matched(NAME, text, at);
  if (name) {
    if (name === 'log') throw new Fault('“log” can mean three things; write ln, log10 or log2.', place);
    if (NAMES.includes(name)) return [{kind: 'name'}, name.length];
    throw new Fault(`“${name}” is not known here; there are ${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1)}.`, place);
  }
  if ('+-*/^()√'.includes(text[at])) return [{kind: text[at]}, 1];
  const raised = 'Raised digits are not read here; write a power with ^, such as 5^2.';
  throw new Fault(RAISED.includes(text[at]) ? raised : `“${kept[at][0]}” cannot be read here.`, place);
}
