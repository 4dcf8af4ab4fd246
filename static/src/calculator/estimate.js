// Numbers that know how far they may be off: double arithmetic with a running bound on its error. A number is
// {value, error}; the error of whole numbers that are exact is 0. The same rules as app/practice/calculator/estimate.py.
const UNIT = 2 ** -52;
const WHOLE = 2 ** 53;

const fits = (value) => Math.abs(value) <= WHOLE && value === Math.floor(value);
const isWhole = ({value, error}) => error === 0 && fits(value);

export const mayBeZero = ({value, error}) => Math.abs(value) <= error;

export function literal(value) { return {value, error: fits(value) ? 0 : UNIT * Math.abs(value)}; }

function rounded(value, error, {exact = false, steps = 1} = {}) {
  return exact && fits(value) ? {value, error: 0} : {value, error: error + steps * UNIT * Math.abs(value)};
}

export const negative = ({value, error}) => ({value: -value, error});

export function plus(a, b) {
  return rounded(a.value + b.value, a.error + b.error, {exact: isWhole(a) && isWhole(b)});
}

export function times(a, b) {
  const error = Math.abs(a.value) * b.error + Math.abs(b.value) * a.error + a.error * b.error;
  return rounded(a.value * b.value, error, {exact: isWhole(a) && isWhole(b)});
}

export function divided(a, b) {
  const value = a.value / b.value;
  const error = (a.error + Math.abs(value) * b.error) / (Math.abs(b.value) - b.error);
  return rounded(value, error, {exact: isWhole(a) && isWhole(b) && value * b.value === a.value});
}

export function exponential(a) {
  const value = Math.exp(a.value);
  return rounded(value, value * a.error, {steps: 2});
}

export function logarithm(a, name) {
  const [step, scale] = {log10: [Math.log10, Math.LN10], log2: [Math.log2, Math.LN2]}[name] ?? [Math.log, 1];
  return rounded(step(a.value), a.error / ((a.value - a.error) * scale), {steps: 2});
}

export function root(a) {
  const value = Math.sqrt(Math.max(a.value, 0));
  const error = mayBeZero(a) && a.error ? Math.sqrt(a.error + Math.abs(a.value)) : a.error / (value || 1);
  return rounded(value, error, {exact: isWhole(a) && value * value === a.value});
}

export function power(a, b) {
  const value = a.value ** b.value;
  if (a.value === 0) return {value, error: b.value ? a.error : 0};
  let share = Math.abs(b.value) * a.error / Math.abs(a.value);
  if (!isWhole(b)) share += Math.abs(Math.log(Math.abs(a.value))) * b.error;
  return rounded(value, Math.abs(value) * share, {exact: isWhole(a) && isWhole(b) && b.value >= 0, steps: 2});
}
