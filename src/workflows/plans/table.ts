import type { FieldChange } from '../../contract/features/planned-changes.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { planMessages } from './messages.ts';
import { type ChangePlan, isPossible, type PlanRow } from './plan.ts';
import { sourceText } from './source.ts';

/** Characters of one value in the table. The rest is cut, and the question to a person shows it whole. */
const maxValue = 160;

const show = (value: unknown): string => {
  const text = value === undefined || value === null ? 'nothing' : JSON.stringify(value);
  return text.length <= maxValue ? text : `${text.slice(0, maxValue)}… (${text.length} characters)`;
};

const changeText = ({ field, from, to }: FieldChange) =>
  from === undefined ? `${field}: ${show(to)}` : `${field}: ${show(from)} → ${show(to)}`;

/** A plan as a table: a line for each row, and below it what there is to know of it. */
export function planText(plan: ChangePlan): string {
  const possible = plan.rows.filter(isPossible);
  const asked = possible.filter(({ drafted }) => drafted.isAsked);
  const head = `Plan ${plan.id}: ${plan.rows.length} rows, ${possible.length} possible, ${asked.length} need agreement`;
  return [head, ...plan.rows.flatMap(rowLines)].join('\n');
}

export const rowName = ({ change, drafted, about }: PlanRow): string =>
  [change.tool, drafted?.recordName ?? about ?? drafted?.record]
    .filter((part) => part !== undefined)
    .join(' ');

function rowLines(row: PlanRow): string[] {
  const { drafted, cannot, reason, source, daysOff } = row;
  const why = [
    ...(reason === undefined ? [] : [`   reason: ${oneLine(reason)}`]),
    ...(source === undefined ? [] : [`   source: ${oneLine(sourceText(source))}`]),
  ];
  if (cannot !== undefined)
    return [`${row.row}. ${rowName(row)}`, `   CANNOT ${cannot.code}: ${oneLine(cannot.reason)}`, ...why];
  if (drafted === undefined) return [`${row.row}. ${rowName(row)}`];
  const { fields, loses, isLossUnread, classes, isAsked } = drafted;
  return [
    `${row.row}. ${rowName(row)}${isAsked ? ` [asks: ${classes.join(', ')}]` : ''}`,
    ...fields.map((field) => `   ${changeText(field)}`),
    ...loses.map(({ field, from }) => `   loses ${field}: ${show(from)}`),
    ...(isLossUnread ? ['   what it loses could not be read'] : []),
    ...daysOff.map(
      ({ field, from, to }) =>
        `   ${field}: ${String(from)} is a day off, the next working day is ${String(to)}`,
    ),
    ...why,
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What there is to know of a plan as a whole. */
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
