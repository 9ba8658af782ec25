import type { Language } from '../../contract/language.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import { planMessages, tableWords } from './messages.ts';
import { type ChangePlan, isPossible, type PlanRow } from './plan.ts';
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
  return [
    head,
    ...plan.rows.flatMap((row) => rowLines(withReasonOnce(row, firstWith, language), language)),
  ].join('\n');
}

/** Maximum length of a reason that each row repeats, in characters. */
const maxRepeated = 80;

/** Replaces a long reason by the number of the first row that has the same one. */
function withReasonOnce(row: PlanRow, firstWith: ReadonlyMap<string, number>, language: Language): PlanRow {
  const { cannot } = row;
  const first = firstWith.get(cannot?.reason ?? '');
  if (cannot === undefined || first === undefined || first === row.row || cannot.reason.length <= maxRepeated)
    return row;
  return { ...row, cannot: { ...cannot, reason: said(language, tableWords.sameAs, { row: first }) } };
}

/** Returns the record of a row, or the operation and the record as it was given if the record is unknown. */
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

/** Returns the lines below the first line of a row: what the change loses, whom it reaches, its dates and its source. */
export function rowDetails(row: PlanRow, language: Language): string[] {
  const { drafted, dates } = row;
  if (drafted === undefined) return [];
  const { loses, notifies, absences = [] } = drafted.inWords;
  const below = [
    ...loses.map((value) => said(language, tableWords.loses, { value })),
    ...(drafted.isLossUnread ? [said(language, tableWords.lossUnread)] : []),
    ...(notifies.length > 0 ? [said(language, tableWords.notifies, { people: notifies.join(', ') })] : []),
    ...absences,
    ...dates.daysOff.map((off) => said(language, tableWords.dayOff, off)),
    ...dates.past.map((moment) => said(language, tableWords.past, { moment })),
  ];
  return [...below.map((line) => `   ${line}`), ...whyLines(row, language)];
}

/** Returns lines with the reason for a row and its source. */
function whyLines({ reason, source, undoes }: PlanRow, language: Language): string[] {
  const why = undoes === undefined ? reason : said(language, tableWords.undoes, { row: undoes });
  return [
    ...(why === undefined ? [] : [`   ${said(language, tableWords.reason, { text: oneLine(why) })}`]),
    ...(source === undefined
      ? []
      : [`   ${said(language, tableWords.source, { text: oneLine(sourceText(source)) })}`]),
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns the notes about a plan as a whole. @param isApplied whether the plan was carried out in the same call */
export function planNotes(plan: ChangePlan, isApplied = false): Note[] {
  const possible = plan.rows.filter(isPossible);
  const rowsWith = (test: (row: (typeof possible)[number]) => boolean) =>
    possible
      .filter(test)
      // Without `#`, a single number is easily read as the number of rows.
      .map(({ row }) => `#${row}`)
      .join(', ');
  const asked = possible.filter(({ drafted }) => drafted.isAsked).length;
  const reaching = rowsWith(({ drafted }) => drafted.classes.includes('outbound'));
  const lasting = rowsWith(({ drafted }) => drafted.undo === 'none');
  const dated = isApplied ? '' : rowsWith(({ dates }) => dates.daysOff.length + dates.past.length > 0);
  const impossible = plan.rows.length - possible.length;
  const noUndo = isApplied ? planMessages.doneForGood : planMessages.noUndo;
  return [
    ...(impossible > 0 ? [worded(planMessages.cannot, { count: impossible })] : []),
    ...(reaching === '' ? [] : [worded(planMessages.told, { rows: reaching })]),
    ...(lasting === '' ? [] : [worded(noUndo, { rows: lasting })]),
    ...(dated === '' ? [] : [worded(planMessages.dates, { rows: dated })]),
    ...(asked > 0 ? [worded(planMessages.asks, { count: asked })] : []),
  ];
}
