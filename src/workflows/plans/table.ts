import type { FieldChange } from '../../contract/features/planned-changes.ts';
import type { Language } from '../../contract/language.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import { planMessages, tableWords } from './messages.ts';
import { type ChangePlan, isPossible, type PlanRow } from './plan.ts';
import { sourceText } from './source.ts';

/**
 * Maximum length of a value in the table, in characters. Longer values are truncated here, but the confirmation shows
 * them in full.
 */
const maxValue = 160;

const show = (value: unknown, language: Language): string => {
  const text =
    value === undefined || value === null ? said(language, tableWords.nothing) : JSON.stringify(value);
  if (text.length <= maxValue) return text;
  return said(language, tableWords.cut, { text: text.slice(0, maxValue), length: text.length });
};

const changeText = ({ field, from, to }: FieldChange, language: Language) =>
  from === undefined
    ? `${field}: ${show(to, language)}`
    : `${field}: ${show(from, language)} → ${show(to, language)}`;

/** Formats a plan as a table: a line for each row, followed by lines with its details. */
export function planText(plan: ChangePlan, language: Language): string {
  const possible = plan.rows.filter(isPossible);
  const asked = possible.filter(({ drafted }) => drafted.isAsked);
  const head = said(language, tableWords.plan, {
    ...{ id: plan.id, rows: plan.rows.length },
    ...{ possible: possible.length, asked: asked.length },
  });
  return [head, ...plan.rows.flatMap((row) => rowLines(row, language))].join('\n');
}

export const rowName = ({ change, drafted, about }: PlanRow): string =>
  [change.tool, drafted?.recordName ?? about ?? drafted?.record]
    .filter((part) => part !== undefined)
    .join(' ');

function rowLines(row: PlanRow, language: Language): string[] {
  const { drafted, cannot, daysOff } = row;
  const why = whyLines(row, language);
  const head = `${row.row}. ${rowName(row)}`;
  if (cannot !== undefined) {
    const { code, reason } = cannot;
    return [head, `   ${said(language, tableWords.cannot, { code, why: oneLine(reason) })}`, ...why];
  }
  if (drafted === undefined) return [head];
  const { fields, loses, isLossUnread, classes, isAsked } = drafted;
  const asks = isAsked ? ` [${said(language, tableWords.asks, { classes: classes.join(', ') })}]` : '';
  const below = [
    ...fields.map((field) => changeText(field, language)),
    ...loses.map(({ field, from }) =>
      said(language, tableWords.loses, { field, value: show(from, language) }),
    ),
    ...(isLossUnread ? [said(language, tableWords.lossUnread)] : []),
    ...daysOff.map(({ field, from, to }) =>
      said(language, tableWords.dayOff, { field, day: String(from), next: String(to) }),
    ),
  ];
  return [`${head}${asks}`, ...below.map((line) => `   ${line}`), ...why];
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

/** Returns the notes about a plan as a whole. */
export function planNotes(plan: ChangePlan): Note[] {
  const possible = plan.rows.filter(isPossible);
  const rowsWith = (test: (row: (typeof possible)[number]) => boolean) =>
    possible
      .filter(test)
      .map(({ row }) => row)
      .join(', ');
  const asked = possible.filter(({ drafted }) => drafted.isAsked).length;
  const reaching = rowsWith(({ drafted }) => drafted.classes.includes('outbound'));
  const lasting = rowsWith(({ drafted }) => drafted.undo === 'none');
  const free = rowsWith(({ daysOff }) => daysOff.length > 0);
  const impossible = plan.rows.length - possible.length;
  return [
    ...(impossible > 0 ? [worded(planMessages.cannot, { count: impossible })] : []),
    ...(reaching === '' ? [] : [worded(planMessages.told, { rows: reaching })]),
    ...(lasting === '' ? [] : [worded(planMessages.noUndo, { rows: lasting })]),
    ...(free === '' ? [] : [worded(planMessages.daysOff, { rows: free })]),
    ...(asked > 0 ? [worded(planMessages.asks, { count: asked })] : []),
  ];
}
