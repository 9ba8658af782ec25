import { moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { parseExact } from '../../../json/exact.ts';
import { fieldStem, recordIn } from '../../../json/record-value.ts';
import { titleOf } from '../../guards/question/message.ts';
import { attendeesIn, namelessIn } from '../../guards/question/nameless.ts';
import { namesFor } from '../../guards/question/record-names.ts';
import type { NotedKept } from '../../output/kept-notes.ts';
import { removalMessages } from '../messages.ts';
import { changeAhead } from '../plans/change-in-words.ts';
import type { ChangeToTell, Told } from './change-to-tell.ts';
import { changeInWords, nameIn, withEnd } from './told/told-change.ts';
import { removedEntries } from './verify-removed.ts';

/** Describes what a change did, with the names of the records that it affects. */
export async function tellChange(call: ChangeToTell): Promise<Told> {
  const { services, definition, args, kept, after, given } = call;
  const [was, is] = await Promise.all([recordBefore(call), recordAfter(call)]);
  const { wording, sanitizer } = services;
  const called = new Map([...(await namesIn(call, [was, is])), ...given]);
  const words = await wording.words();
  const isRead = after?.record !== undefined;
  const change = { ...{ definition, args, was, is, kept }, isRead, isGone: after?.isGone === true };
  const lineIn = (timeZone: () => string): string | undefined => {
    const voice = { ...wording, timeZone, names: words.names, called };
    const line = changeInWords(voice, change);
    if (line !== undefined || kept.note === removalMessages.remains) return line;
    // The record has no name, or no operation returns it, so describe the request instead.
    const title = titleOf(call.called, words, voice);
    const asked = changeAhead(voice, { definition, called: call.called, args, was, title, lost: [] });
    return withEnd(voice, change, asked.change);
  };
  let isZoneNeeded = false;
  const lineOfServer = lineIn(() => {
    isZoneNeeded = true;
    return 'UTC';
  });
  // Most changes mention no time, so the caller's time zone is not read.
  const zone = isZoneNeeded ? await zoneOf(call) : undefined;
  const line = zone === undefined ? lineOfServer : lineIn(() => zone);
  return { told: line === undefined ? undefined : sanitizer.text(line).text, called };
}

const zoneOf = ({ services, namingClient, principal, signal }: ChangeToTell): Promise<string | undefined> =>
  services.wording.callerZone(namingClient(signal), principal.isConfigured === true).catch(() => undefined);

const shownBy = ({ stores, removes, target }: Operation): string | undefined =>
  stores?.shownBy ?? stores?.shownAt?.tool ?? removes?.shownAt?.tool ?? target?.tool;

/**
 * Checks whether assistants may read the record. If not, the description must not use the record that casebridge has
 * read.
 */
function isOpen({ services: { policy }, definition }: ChangeToTell): boolean {
  const tool = shownBy(definition);
  return tool !== undefined && policy.allow.has('read') && !policy.removed.has(tool);
}

async function recordBefore(call: ChangeToTell): Promise<Row | undefined> {
  const { was, services, definition } = call;
  const isNew = definition.access === 'create' && definition.stores?.entryOf === undefined;
  if (was.text === undefined || !was.isOpen || isNew) return undefined;
  return asRow(await services.readAnswer(definition.target?.tool ?? '', {}, parseExact(was.text)));
}

/** Returns the record as read after the change. Without such a read, returns the record in the response. */
async function recordAfter(call: ChangeToTell): Promise<Row | undefined> {
  const { after, answer, services, definition } = call;
  if (after?.record !== undefined && isOpen(call)) return asRow(after.record);
  if (definition.stores === undefined || answer.text === '') return undefined;
  return asRow(await services.readAnswer(shownBy(definition) ?? '', {}, answer.body));
}

const asRow = (answer: unknown): Row | undefined => {
  const record = recordIn(answer);
  return isRow(record) ? record : undefined;
};

/** Reads the names of the records that the description mentions, in the sent values and in the record's fields. */
async function namesIn(call: ChangeToTell, records: readonly (Row | undefined)[]) {
  const { refs, definition, services, signal, namingClient, given, args } = call;
  const tool = shownBy(definition) ?? '';
  // If the record was already read and has no name, another read would not return one either.
  const [was, is] = records;
  const aimed =
    was !== undefined || (is !== undefined && nameIn(is) !== undefined)
      ? Object.values(definition.target?.args ?? {})
      : [];
  const shown = records
    .flatMap((record) => (record === undefined ? [] : namelessInPart(tool, partOf(call, record))))
    .filter(({ id }) => !given.has(id.toLowerCase()));
  const sent = Object.entries(args)
    .filter(([name]) => !aimed.includes(name))
    .map(([name, value]) => ({ argument: name, name, value }));
  const read = namesFor({ services, signal, peopleClient: namingClient }, async () => ({
    sent,
    refs,
    shown,
  }));
  const names = [...(await read())];
  return names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]));
}

/**
 * Returns the references without a name, and the attendees, in a part of a record. The description shows their names.
 */
export const namelessInPart = (tool: string, part: Row) => [...namelessIn(tool, part), ...attendeesIn(part)];

/**
 * Returns the fields that the description mentions. These are all fields of a created record, and only the case of a
 * record to which an entry was added. For other records, they are the fields that were sent or have changed.
 */
export function partOf(
  {
    definition,
    args,
    kept,
  }: Pick<ChangeToTell, 'definition' | 'args'> & {
    readonly kept: Pick<NotedKept, 'others'>;
  },
  record: Row,
): Row {
  const { access, stores, removes } = definition;
  if (stores?.entryOf !== undefined) return { Case: record.Case };
  if (removes?.list) return { Case: record.Case, [removes.list]: removedEntries(removes, args, record) };
  if (access === 'create') return record;
  const more = args[moreArgument] as Row | undefined;
  const moved = (kept.others ?? []).map(({ path }) => path[0] ?? '');
  const stems = new Set([...Object.keys({ ...args, ...more }), ...moved, 'Case'].map(fieldStem));
  return Object.fromEntries(Object.entries(record).filter(([name]) => stems.has(fieldStem(name))));
}
