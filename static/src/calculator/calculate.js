// Reads an expression as a person types it, and computes it. Grammar, sentences and places are those of
// app/practice/calculator/calculate.py; both pass one table of cases.
import * as numbers from './estimate.js';
import {printed} from './printing.js';
import {Fault, tokens} from './tokens.js';

const DEEPEST = 30;
const EXCERPT = 20;
const ZERO = 'Division by zero: what stands below the line is 0.';

// {shown, estimate}, or {sentence, at}; `ans` is the estimate of the last result.
export function calculate(typed, ans = null) {
  const characters = [...typed];
  try {
    const estimate = new Reader(characters, tokens(characters), ans).all();
    return {shown: printed(estimate), estimate};
  } catch (fault) {
    if (fault instanceof Fault) return {sentence: fault.sentence, at: fault.at};
    throw fault;
  }
}

class Reader {
  constructor(typed, read, ans) { Object.assign(this, {typed, tokens: read, ans, at: 0, depth: 0}); }

  get now() { return this.tokens[this.at]; }

  take() { return this.tokens[this.at++]; }

  all() {
    const found = this.sum();
    if (this.now.kind) this.refuseNext();
    return found;
  }

  refuseNext() {
    const {now} = this;
    const before = this.tokens[this.at - 1];
    throw new Fault(now.kind === ')' ? `There is one closing bracket too many after “${before.text}”.`
      : `An operator is missing between “${before.text}” and “${now.text}”, such as ×.`, now.at);
  }

  sum() {
    let found = this.product();
    while (this.now.kind === '+' || this.now.kind === '-') {
      const sign = this.take();
      const right = this.product();
      found = checked(numbers.plus(found, sign.kind === '+' ? right : numbers.negative(right)), sign);
    }
    return found;
  }

  product() {
    let found = this.signed();
    while (this.now.kind === '*' || this.now.kind === '/') {
      const sign = this.take();
      const right = this.signed();
      if (sign.kind === '/' && numbers.mayBeZero(right)) throw new Fault(ZERO, sign.at);
      found = checked((sign.kind === '*' ? numbers.times : numbers.divided)(found, right), sign);
    }
    return found;
  }

  signed() {
    let minus = false;
    while (this.now.kind === '+' || this.now.kind === '-') minus = (this.take().kind === '-') !== minus;
    const found = this.power();
    return minus ? numbers.negative(found) : found;
  }

  power() {
    const base = this.atom();
    if (this.now.kind !== '^') return base;
    const sign = this.take();
    const exponent = this.signed();
    if (numbers.mayBeZero(base) && exponent.value < 0) throw new Fault(ZERO, sign.at);
    if (base.value < 0 && exponent.value !== Math.floor(exponent.value)) {
      throw new Fault('A number below 0 has no power with a fraction above it.', sign.at);
    }
    return checked(numbers.power(base, exponent), sign);
  }

  atom() {
    const token = this.now;
    if (token.kind === '(') return this.bracket(token);
    if (!['number', '√', 'name'].includes(token.kind)) throw this.missing(token);
    this.take();
    if (token.kind === 'number') return numbers.literal(token.value);
    if (token.kind === 'name') return this.named(token);
    this.deeper(token);
    const found = rooted(this.atom(), '√', token);
    this.depth -= 1;
    return found;
  }

  missing(token) {
    const before = this.at ? this.tokens[this.at - 1] : null;
    if (before?.kind === '(' && token.kind === ')') return new Fault('There is nothing between the brackets.', token.at);
    if (!token.kind && before) return new Fault(`Something is missing after “${before.text}”.`, token.at);
    return new Fault(`A number is missing before “${token.text}”.`, token.at);
  }

  deeper(token) {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Fault(`There are more than ${DEEPEST} brackets inside each other.`, token.at);
  }

  bracket(start) {
    this.deeper(this.take());
    const found = this.sum();
    if (!this.now.kind) {
      const inside = [...this.typed.slice(start.at).join('').trim()];
      const short = inside.length <= EXCERPT ? inside.join('') : `…${inside.slice(-EXCERPT).join('')}`;
      throw new Fault(`A closing bracket is missing after “${short}”.`, this.now.at);
    }
    if (this.now.kind !== ')') this.refuseNext();
    this.take();
    this.depth -= 1;
    return found;
  }

  named(token) {
    const name = token.text.toLowerCase();
    if (name === 'e') return numbers.literal(Math.E);
    if (name === 'ans') {
      if (!this.ans) throw new Fault('There is no result yet that ans could stand for.', token.at);
      return this.ans;
    }
    if (this.now.kind !== '(') throw new Fault(`Write brackets after ${name}, such as ${name}(2).`, this.now.at);
    const inside = this.bracket(token);
    if (name === 'sqrt') return rooted(inside, name, token);
    if (name === 'exp') return checked(numbers.exponential(inside), token);
    if (inside.value > inside.error) return numbers.logarithm(inside, name);
    throw new Fault(`${name} is defined for numbers above 0, and this is ${printed(inside)}.`, token.at);
  }
}

function rooted(inside, name, token) {
  if (inside.value >= -inside.error) return numbers.root(inside);
  throw new Fault(`${name} is defined for numbers from 0 on, and this is ${printed(inside)}.`, token.at);
}

function checked(found, token) {
  if (Number.isFinite(found.value)) return found;
  throw new Fault('The result is too large to be shown.', token.at);
}
