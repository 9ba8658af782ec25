import { InvalidArgumentsError } from '../contract/errors.ts';
import { momentKey } from './keys.ts';
import type { MomentText, ReadMomentText } from './moments.ts';
import { dateCalls, type Operand, type OperandIn, putText, timeKinds, wrap } from './operand.ts';
import { partner, type Range, type SqlToken, termAfter, termBefore } from './tokens.ts';

const numberCalls = new Set(['unixepoch', 'julianday']);
/** Functions that return text, even if it consists of digits. In SQLite, text never equals a number. */
const textCalls = new Set(['date', 'time', 'datetime', 'strftime', 'substr', 'substring']);

/** Rewrites comparisons of date-times with other values: both sides are converted to strings that sort by time. */
export function compareTimes(
  list: SqlToken[],
  op: string,
  operands: readonly Operand[],
  readMoment: ReadMomentText,
  wholeDays: Set<string>,
): void {
  const isTime = ({ kinds, call, literal }: Operand) =>
    literal === undefined &&
    (call === 'datetime' || call === 'date' || [...kinds].some((kind) => timeKinds.has(kind)));
  const timed = operands.find(isTime);
  if (!timed) {
    refuseNumbersBesideTexts(operands, readMoment);
    compareExpressions(list, op, operands, readMoment);
    return;
  }
  const isColumn = timed.call === undefined;
  const isDay = timed.call === 'date' || (isColumn && [...timed.kinds].every((kind) => kind === 'day'));
  if (op === 'like' || op === 'glob') {
    matchPatterns(list, timed, operands);
    return;
  }
  for (const other of operands) refuseNonDate(timed, other, op, readMoment);
  const others = operands.filter((one) => one !== timed);
  const needsKey = (other: Operand) => {
    if (other.literal !== undefined) {
      const moment = readMoment(other.literal);
      return moment !== undefined && (moment.hasTime || !isDay || /^\s|\s$/.test(other.literal));
    }
    if (other.call === 'date') return !isDay && op !== '=';
    if (other.call !== undefined) return !isTime(other) || other.call === 'datetime';
    return !isTime(other) && (list[other.from] as SqlToken).value !== 'null' && !other.isNumber;
  };
  if (!isDay) noteWholeDays(op, operands, timed, readMoment, wholeDays);
  if (!others.some(needsKey)) return;
  for (const one of operands) {
    const moment = one.literal === undefined ? undefined : readMoment(one.literal);
    if (moment) putText(list, one, moment.key);
    else if (one.literal === undefined) wrap(list, one, momentKey);
  }
}

/**
 * Rewrites comparisons of expressions that contain date-times, and of any value with a literal date-time. The result of
 * `substr(starts, 1, 16)` may be a date-time, and a column of unknown kind may contain some.
 */
function compareExpressions(
  list: SqlToken[],
  op: string,
  operands: readonly Operand[],
  readMoment: ReadMomentText,
): void {
  if (op === 'like' || op === 'glob') return;
  if (!operands.some(({ mentionsTime, literal }) => mentionsTime || isWithTime(literal, readMoment))) return;
  const text = operands.find(({ call, mentionsTime }) => mentionsTime && textCalls.has(call ?? ''));
  if (text !== undefined && operands.some(({ isNumber }) => isNumber))
    throw new InvalidArgumentsError(
      `sql: ${text.name}() is a text, but it is compared with a number: these are never equal. Write the number in single quotation marks, as '09', or CAST(${text.name}(…) AS INTEGER).`,
    );
  const part = text && list[text.from + 2]?.value;
  if (/^%[dHIjmMSUVWy]$/.test(part ?? '') && operands.some(({ literal }) => /^\d$/.test(literal ?? '')))
    throw new InvalidArgumentsError(
      `sql: strftime('${part}', …) has leading zeros and is never a single digit. Write all digits, as '09'.`,
    );
  for (const one of operands) if (!one.isNumber) wrap(list, one, momentKey);
}

const isWithTime = (literal: string | undefined, readMoment: ReadMomentText) =>
  literal !== undefined && readMoment(literal)?.hasTime === true;

/**
 * Rewrites IN with a query to compare date-times by time, if the query may return them in a format that the tables do
 * not use.
 */
export function compareMembers(
  list: SqlToken[],
  [member, query]: readonly Operand[],
  readMoment: ReadMomentText,
): void {
  if (!member?.mentionsTime || query === undefined) return;
  const mayDiffer = list
    .slice(query.from, query.to)
    .some(({ kind, value }) => (kind === 'text' ? isWithTime(value, readMoment) : dateCalls.has(value)));
  if (!mayDiffer) return;
  wrap(list, member, momentKey);
  (list[query.from] as SqlToken).written = '(WITH other(moment) AS (';
  (list[query.to] as SqlToken).written = `) SELECT ${momentKey}(moment) FROM other)`;
}

/**
 * Replaces the `T` in patterns such as `LIKE '2026-11-23T%'`, because the tables contain a space instead. Refuses
 * patterns that match no date-time.
 */
function matchPatterns(list: SqlToken[], timed: Operand, operands: readonly Operand[]): void {
  for (const one of operands) {
    if (one.literal === undefined) continue;
    const pattern = one.literal.replace(/(?<=^|[\d%_*?])T(?=[\d%_*?]|$)/gi, ' ');
    if (/[^\d\s:%_*?[\]-]/.test(pattern)) throw notDate(timed, one.literal);
    putText(list, one, pattern);
  }
}

/**
 * Refuses literals that are not dates, because they never compare correctly. A year or month is accepted as a
 * bound.
 */
function refuseNonDate(
  timed: Operand,
  { literal, isNumber, call }: Operand,
  op: string,
  readMoment: ReadMomentText,
): void {
  const isNumeric = isNumber || (call !== undefined && numberCalls.has(call));
  const isBound = op !== '=' && op !== 'in' && /^\s*\d{4}(-\d\d)?\s*$/.test(literal ?? '');
  if (!isNumeric && (literal === undefined || literal.trim() === '' || isBound || readMoment(literal)))
    return;
  throw notDate(timed, literal);
}

const notDate = ({ name, call }: Operand, literal: string | undefined) =>
  new InvalidArgumentsError(
    `sql: ${name}${call === undefined ? '' : '(…)'} is compared with ${literal === undefined ? 'a number' : JSON.stringify(literal.slice(0, 60))}, which is not a date. ` +
      `It contains texts such as '2026-11-23' or '2026-11-23 10:00': write the other side in this form, or use date(), datetime() or unixepoch() on both sides.`,
  );

function refuseNumbersBesideTexts(operands: readonly Operand[], readMoment: ReadMomentText): void {
  const call = operands.find((one) => one.call !== undefined && numberCalls.has(one.call))?.call;
  const text = operands.find(({ literal }) => literal !== undefined && readMoment(literal))?.literal;
  if (call === undefined || text === undefined) return;
  throw new InvalidArgumentsError(
    `sql: ${call}() is a number, and '${text}' is a text. Write ${call}('${text}').`,
  );
}

/**
 * Records comparisons in which a date without a time is the end of a period. Such a date means midnight at the
 * beginning of the day, so the period excludes the day.
 */
function noteWholeDays(
  op: string,
  operands: readonly Operand[],
  timed: Operand,
  readMoment: ReadMomentText,
  wholeDays: Set<string>,
): void {
  const isDate = (one: Operand | undefined) => {
    const moment: MomentText | undefined = one?.literal === undefined ? undefined : readMoment(one.literal);
    return one?.call === 'date' || (moment !== undefined && !moment.hasTime);
  };
  const [left, right] = operands;
  const isLeft = left === timed;
  const ends =
    op === '=' || op === 'in'
      ? operands.some(isDate)
      : op === 'between'
        ? isLeft && isDate(operands[2])
        : isLeft
          ? (op === '<=' || op === '>') && isDate(right)
          : (op === '>=' || op === '<') && isDate(left);
  if (ends && timed.call === undefined) wholeDays.add(timed.name);
}

/**
 * Converts date-times with a zone inside date functions, because SQLite would convert them to UTC instead of
 * the tables' time zone.
 */
export function localiseArguments(list: SqlToken[], readMoment: ReadMomentText): void {
  for (const { from, to } of dateArguments(list))
    for (let place = from; place <= to; place += 1) {
      const token = list[place] as SqlToken;
      if (token.kind !== 'text') continue;
      if (token.value.trim().toLowerCase() === 'utc')
        throw new InvalidArgumentsError(
          "sql: the modifier 'utc' changes nothing here, because all times are in the caller's time zone. Leave it out, or write a time with its zone, as '2026-11-23T10:00:00Z'.",
        );
      const moment = readMoment(token.value);
      if (moment?.hasZone) token.written = `'${moment.key}'`;
    }
}

/** Refuses `due - starts` and `date(due) + 7`, because SQLite would compute only with the years. */
export function refuseArithmetic(list: readonly SqlToken[], at: number, operand: OperandIn): void {
  const { kind, value } = list[at] as SqlToken;
  if (kind !== 'other' || (value !== '-' && value !== '+')) return;
  const left = termBefore(list, at - 1);
  const terms = left === undefined ? [] : [left, termAfter(list, at + 1)];
  const time = terms.map(operand).find((one) => {
    const isColumn = [...(one?.kinds ?? [])].some((is) => timeKinds.has(is));
    return isColumn || one?.call === 'date' || one?.call === 'datetime';
  });
  if (time === undefined) return;
  const name = `${time.name}${time.call === undefined ? '' : '(…)'}`;
  throw new InvalidArgumentsError(
    `sql: ${name} is a text, and ${value} computes with its year alone. For days between dates write julianday(a) - julianday(b), for another day date(a, '+7 days').`,
  );
}

/** Returns the arguments of the calls to date functions. */
const dateArguments = (list: readonly SqlToken[]): Range[] =>
  list.flatMap(({ kind, value }, at) =>
    kind === 'word' && dateCalls.has(value) && list[at + 1]?.written === '('
      ? [{ from: at + 2, to: (partner(list, at + 1) ?? at) - 1 }]
      : [],
  );

/**
 * Converts all other literal date-times to the format of the tables, because UNION, CASE, USING or `max(starts, …)`
 * compare them as text.
 */
export function localiseOthers(list: SqlToken[], readMoment: ReadMomentText): void {
  const inCalls = dateArguments(list);
  list.forEach((token, at) => {
    const isFree = token.kind === 'text' && token.written.startsWith("'") && !token.isFinal;
    const moment = isFree ? readMoment(token.value) : undefined;
    if (moment?.hasTime && !inCalls.some(({ from, to }) => at >= from && at <= to))
      token.written = `'${moment.key.replace(/:00$/, '')}'`;
  });
}
