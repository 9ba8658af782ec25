import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { isRow } from '../../contract/records/row.ts';
import type { Note } from '../../contract/worded.ts';
import { listCaseDocuments } from '../../domain/cases/case-documents.ts';
import { notesOfList, unprovenNotes } from '../../domain/partial.ts';
import { addDays, type Clock, isWeekend, withWeekday } from '../../domain/time/clock.ts';
import { type DaysOff, readDaysOff } from '../../domain/time/days-off.ts';
import { queryMessages } from './messages.ts';
import type { Scope } from './scope.ts';
import type { AnyRecord, Source } from './source.ts';
import type { RawRecord } from './values.ts';

/** Number of days in the calendar before and after today. */

const back = 366;
const ahead = 731;
const maxDays = 4000;

/** Returns every day of the period. Each has its next working day and the number of working days up to it. */
export function calendar({ Dates, Intervals }: DaysOff, clock: Clock, { days }: Scope): RawRecord[] {
  const off = new Set(Dates);
  const isWorking = (day: string) =>
    !isWeekend(day) && !off.has(day) && !Intervals.some(({ Start, End }) => day >= Start && day <= End);
  const first = days.from ?? addDays(days.to ?? clock.today, -back);
  const last = days.to ?? addDays(days.from ?? clock.today, ahead);
  const rows: { day: string; weekday: string; isWorking: boolean; count: number; next?: string }[] = [];
  let count = 0;
  for (let day = first; day <= last && rows.length < maxDays; day = addDays(day, 1)) {
    count += Number(isWorking(day));
    rows.push({ day, weekday: withWeekday(day).slice(0, 3), isWorking: isWorking(day), count });
  }
  let next = addDays(rows.at(-1)?.day ?? last, 1);
  while (!isWorking(next) && next < addDays(last, 60)) next = addDays(next, 1);
  for (const row of rows.reverse()) {
    if (row.isWorking) next = row.day;
    row.next = next;
  }
  return rows.reverse();
}

/** Converts single days and intervals to intervals. */
export const freeDays = ({ Dates, Intervals }: DaysOff): RawRecord[] => [
  ...Dates.map((date) => ({ first: date, last: date })),
  ...Intervals.map(({ Start, End }) => ({ first: Start, last: End })),
];

/** Reads the days off. @throws errors of `OperationClient.call` */
export const daysOff = async (operations: OperationClient, clock: Clock): Promise<DaysOff> =>
  readDaysOff(await operations.call('get_non_working_days', {}), clock);

/** Flattens a tree of folders. Each folder keeps a reference to its parent. */
export function flatFolders(folders: readonly unknown[], parent?: RawRecord, depth = 0): RawRecord[] {
  if (depth > 40) return [];
  return folders
    .filter(isRow)
    .flatMap((folder) => [
      { ...folder, ...(parent ? { '^': parent } : {}) },
      ...flatFolders(Array.isArray(folder.Items) ? folder.Items : [], folder, depth + 1),
    ]);
}

/**
 * Maximum number of cases whose documents are listed case by case. For more cases, one list of all documents is read.
 */
const fewCases = 20;
/**
 * Arguments that list the documents of all folders. Without a filter, the service lists only the top of the section
 * Documents (API description, Documents), so the request has a date filter that all documents match.
 */
const deep = { EntityKind: 'File', CreationDateFrom: '1900-01-01T00:00:00Z' };

/** Reads the documents. @param cases cases of the scope. Undefined: all documents */
export async function documentsOf(
  {
    source,
    operations,
    scope,
    note,
  }: {
    readonly source: Source;
    readonly operations: OperationClient;
    readonly scope: Scope;
    readonly note: (note: Note) => void;
  },
  cases: readonly AnyRecord[] | undefined,
): Promise<readonly RawRecord[]> {
  if (cases === undefined || cases.length > fewCases) {
    const period = {
      ...(scope.from === undefined ? {} : { CreationDateFrom: scope.from }),
      ...(scope.to === undefined ? {} : { CreationDateTo: scope.to }),
    };
    const found = await source.list('documents', 'list_documents', { ...deep, ...period });
    if (found.length > 0 && !found.some(({ Folder, Case }) => Folder || Case)) note(queryMessages.topAlone);
    return found;
  }
  const lists = await Promise.all(
    cases.map(({ Id, DocumentFolderId }) =>
      listCaseDocuments(operations, Id, typeof DocumentFolderId === 'string' ? DocumentFolderId : undefined),
    ),
  );
  for (const list of lists) for (const one of notesOfList('documents', list)) note(one);
  const [first] = lists;
  if (lists.every((list) => list?.isUnproven))
    for (const one of unprovenNotes({ documents: first })) note(one);
  if (lists.includes(undefined)) note(queryMessages.noFolders);
  return lists.flatMap((list) => list?.items ?? []);
}
