import { InvalidArgumentsError } from '../contract/errors.ts';
import type { SqlKind } from '../contract/features/sql-engine.ts';
import { momentKey } from './keys.ts';
import type { MomentText, ReadMomentText } from './moments.ts';
import { dateCalls, type Operand, putText, wrap } from './operand.ts';
import { partner, type SqlToken } from './tokens.ts';

const times: ReadonlySet<SqlKind> = new Set(['moment', 'due', 'day']);
const numberCalls = new Set(['unixepoch', 'julianday']);

/**
 * Rewrites comparisons of date-times with other values: both sides are converted to a text that sorts by
 * time.
 */
export function compareTimes(
  list: SqlToken[],
  op: string,
  operands: readonly Operand[],
  readMoment: ReadMomentText,
  wholeDays: Set<string>,
): void {
  const isTime = ({ kinds, call, literal }: Operand) =>
    literal === undefined &&
    (call === 'datetime' || call === 'date' || [...kinds].some((kind) => times.has(kind)));
  const timed = operands.find(isTime);
  if (!timed) {
    refuseNumbersBesideTexts(operands, readMoment);
    return;
  }
  const isColumn = timed.call === undefined;
  const isDay = timed.call === 'date' || (isColumn && [...timed.kinds].every((kind) => kind === 'day'));
  if (op === 'like' || op === 'glob') {
    replaceT(list, operands);
    return;
  }
  if (isColumn) for (const other of operands) refuseNonDate(timed, other, op, readMoment);
  const others = operands.filter((one) => one !== timed);
  const needsKey = (other: Operand) => {
    if (other.literal !== undefined) {
      const moment = readMoment(other.literal);
      return moment !== undefined && (moment.hasTime || !isDay);
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

/** Replaces the `T` in patterns such as `LIKE '2026-11-23T%'`, because the tables contain a space instead. */
function replaceT(list: SqlToken[], operands: readonly Operand[]): void {
  for (const one of operands)
    if (one.literal !== undefined) putText(list, one, one.literal.replace(/^(\d{4}-\d\d-\d\d)T/i, '$1 '));
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
  throw new InvalidArgumentsError(
    `sql: ${timed.name} is compared with ${literal === undefined ? 'a number' : JSON.stringify(literal.slice(0, 60))}, which is no date. ` +
      `It holds texts such as '2026-11-23' or '2026-11-23 10:00': write the other side so, or use date(), datetime() or unixepoch() on both sides.`,
  );
}

function refuseNumbersBesideTexts(operands: readonly Operand[], readMoment: ReadMomentText): void {
  const call = operands.find((one) => one.call !== undefined && numberCalls.has(one.call))?.call;
  const text = operands.find(({ literal }) => literal !== undefined && readMoment(literal))?.literal;
  if (call === undefined || text === undefined) return;
  throw new InvalidArgumentsError(
    `sql: ${call}() is a number, and '${text}' is a text. Write ${call}('${text}').`,
  );
}

/**
 * Notes comparisons with a date as the end of a period, because the date means its midnight and excludes the
 * day.
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
    return moment !== undefined && !moment.hasTime;
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
  list.forEach(({ kind, value }, at) => {
    if (kind !== 'word' || !dateCalls.has(value) || list[at + 1]?.written !== '(') return;
    const end = partner(list, at + 1) ?? at;
    for (let place = at + 2; place < end; place += 1) {
      const token = list[place] as SqlToken;
      if (token.kind !== 'text') continue;
      if (token.value.trim().toLowerCase() === 'utc')
        throw new InvalidArgumentsError(
          "sql: the modifier 'utc' changes nothing here, since all moments are in the caller's time zone. Leave it out, or write a moment with its zone, as '2026-11-23T10:00:00Z'.",
        );
      const moment = readMoment(token.value);
      if (moment?.hasZone) token.written = `'${moment.key}'`;
    }
  });
}
