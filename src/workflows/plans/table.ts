import type { Language } from '../../contract/language.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import { planMessages, tableWords } from './messages.ts';
import { type ChangePlan, isPossible, maxNamed, type PlanRow } from './plan.ts';
import { sourceText } from './source.ts';

/** Formats a plan as a table: a line for each row, followed by lines with its details. */
export function planText(plan: ChangePlan, language: Language): string {
  const possible = plan.rows.filter(isPossible);
  const asked = possible.filter(({ drafted }) => drafted.isAsked);
  const head = said(language, tableWords.plan, {
    ...{ id: plan.id, rows: plan.rows.length },
    ...{ possible: possible.length, asked: asked.length },
  });
  const firstWith = new Map<string, number>();
  for (const { row, cannot } of plan.rows)
    if (cannot !== undefined && !firstWith.has(cannot.reason)) firstWith.set(cannot.reason, row);
  const shared = sharedReasons(plan);
  return [
    head,
    ...[...shared].map(([reason, rows]) => {
      const isAll = rows.length === plan.rows.length;
      const which = isAll
        ? said(language, tableWords.allRows)
        : said(language, tableWords.someRows, { rows: rows.join(', ') });
      return said(language, tableWords.sharedReason, { rows: which, text: oneLine(reason) });
    }),
    ...plan.rows.flatMap((row) => {
      const own = shared.has(row.reason ?? '') ? { ...row, reason: undefined } : row;
      return rowLines(withReasonOnce(own, firstWith, language), language);
    }),
  ].join('\n');
}

/** Returns the reasons that several rows have, with the numbers of these rows. */
function sharedReasons({ rows }: ChangePlan): ReadonlyMap<string, readonly number[]> {
  const byReason = new Map<string, number[]>();
  for (const { row, reason, undoes } of rows)
    if (reason !== undefined && undoes === undefined)
      byReason.set(reason, [...(byReason.get(reason) ?? []), row]);
  return new Map([...byReason].filter(([, numbers]) => numbers.length > 1));
}

/** Maximum length of a reason that each row repeats, in characters. */
const maxRepeated = 80;

/** Replaces a long reason with the number of the first row that has the same one. */
function withReasonOnce(row: PlanRow, firstWith: ReadonlyMap<string, number>, language: Language): PlanRow {
  const { cannot } = row;
  const first = firstWith.get(cannot?.reason ?? '');
  if (cannot === undefined || first === undefined || first === row.row || cannot.reason.length <= maxRepeated)
    return row;
  return { ...row, cannot: { ...cannot, reason: said(language, tableWords.sameAs, { row: first }) } };
}

/** Returns the name of a row's record, otherwise the operation and the record as the caller specified it. */
export const rowName = ({ change, drafted, about }: PlanRow): string =>
  drafted?.inWords.record ?? about ?? change.tool;

/** Returns what a row changes, in one line. */
export const changeLine = (row: PlanRow): string => row.drafted?.inWords.change ?? rowName(row);

function rowLines(row: PlanRow, language: Language): string[] {
  const { drafted, cannot, change, about } = row;
  if (cannot === undefined) {
    const asks = said(language, tableWords.asks, { classes: drafted?.classes.join(', ') ?? '' });
    return [
      `${row.row}. ${changeLine(row)}${drafted?.isAsked ? ` [${asks}]` : ''}`,
      ...rowDetails(row, language),
    ];
  }
  const name = [change.tool, about].filter((part) => part !== undefined).join(' ');
  const why = said(language, tableWords.cannot, { code: cannot.code, why: oneLine(cannot.reason) });
  return [`${row.row}. ${name}`, `   ${why}`, ...whyLines(row, language)];
}

/**
 * Returns lines with the details of a row: its facts, lost values, notified people, absences, related records, unusual
 * dates, reason and source.
 */
export function rowDetails(row: PlanRow, language: Language): string[] {
  const { drafted, dates, related = {}, undoes } = row;
  if (drafted === undefined) return [];
  const { facts, loses, notifies, absences = [] } = drafted.inWords;
  const { openTasks = [], nextEvent, like = [], isUnread = false } = related;
  const counted = { count: openTasks.length, names: briefly(openTasks, language) };
  const below = [
    ...(facts === '' || undoes !== undefined ? [] : [facts]),
    ...loses.map((value) => said(language, tableWords.loses, { value })),
    ...(drafted.isLossUnread ? [said(language, tableWords.lossUnread)] : []),
    ...(notifies.length > 0 ? [said(language, tableWords.notifies, { people: notifies.join(', ') })] : []),
    ...absences,
    ...(like.length > 0 ? [said(language, tableWords.like, { names: briefly(like, language) })] : []),
    ...(openTasks.length > 0 ? [said(language, tableWords.openTasks, counted)] : []),
    ...(nextEvent ? [said(language, tableWords.nextEvent, { event: oneLine(nextEvent[language]) })] : []),
    ...(isUnread ? [said(language, tableWords.relatedUnread)] : []),
    ...dates.told,
  ];
  return [...below.map((line) => `   ${line}`), ...whyLines(row, language)];
}

function briefly(names: readonly string[], language: Language): string {
  const shown = names.slice(0, maxNamed).map(oneLine).join(', ');
  const count = names.length - maxNamed;
  return count > 0 ? said(language, tableWords.andMore, { names: shown, count }) : shown;
}

/** Returns lines with the reason for a row and its source. */
function whyLines({ reason, source, undoes }: PlanRow, language: Language): string[] {
  const why = undoes === undefined ? reason : said(language, tableWords.undoes, { row: undoes });
  return [
    ...(why === undefined ? [] : [`   ${said(language, tableWords.reason, { text: oneLine(why) })}`]),
    ...(source === undefined
      ? []
      : [`   ${said(language, tableWords.source, { text: oneLine(sourceText(language, source)) })}`]),
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export const hasAny = (list: readonly unknown[] = []): boolean => list.length > 0;

/** Lists the numbers of rows. Without `#`, a single number is easily read as the number of rows. */
const numbersOf = (rows: readonly PlanRow[]) => rows.map(({ row }) => `#${row}`).join(', ');

const hasUnusualDate = ({ dates }: PlanRow) => dates.told.length > 0;

/** Returns the numbers of the rows that can be carried out, but that the user may not expect or cannot undo. */
export function rowsWithWarnings({ rows }: ChangePlan): string {
  const isUnexpected = (row: PlanRow) =>
    hasUnusualDate(row) ||
    hasAny(row.related?.like) ||
    (!row.drafted?.isAsked && (hasAny(row.related?.openTasks) || row.drafted?.undo === 'none'));
  return numbersOf(rows.filter((row) => isPossible(row) && isUnexpected(row)));
}

type RowsMessage = (typeof planMessages)['cannot' | 'told' | 'noUndo' | 'dates' | 'like' | 'openTasks'];

/** Returns the facts about a plan as a whole. @param isApplied whether the plan was carried out in the same call */
export function planNotes(plan: ChangePlan, isApplied = false): Note[] {
  const possible = plan.rows.filter(isPossible);
  const asked = possible.filter(({ drafted }) => drafted.isAsked).length;
  const noteOf = (message: RowsMessage, rows: readonly PlanRow[]) =>
    rows.length === 0 ? [] : [worded(message, { rows: numbersOf(rows) })];
  const rowsWith = (message: RowsMessage, test: (row: (typeof possible)[number]) => boolean) =>
    noteOf(message, possible.filter(test));
  return [
    ...noteOf(
      planMessages.cannot,
      plan.rows.filter((row) => !isPossible(row)),
    ),
    ...rowsWith(planMessages.told, ({ drafted }) => drafted.classes.includes('outbound')),
    ...rowsWith(planMessages.noUndo, ({ drafted }) => drafted.undo === 'none'),
    ...(isApplied ? [] : rowsWith(planMessages.dates, hasUnusualDate)),
    ...rowsWith(planMessages.like, ({ related }) => hasAny(related?.like)),
    ...rowsWith(planMessages.openTasks, ({ related }) => hasAny(related?.openTasks)),
    ...(asked > 0 && !isApplied ? [worded(planMessages.asks, { count: asked })] : []),
  ];
}
