import { z } from 'zod';
import type { BriefFacts, PartyFacts } from '../../contract/features/card-facts.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { entityKind } from '../../contract/records/vocabulary.ts';
import { caseReferences, foundCase, showCase } from '../../domain/cases/case-row.ts';
import { daysOf, showEvent, shownEvent } from '../../domain/events.ts';
import { linkPattern } from '../../domain/links.ts';
import { notGivenNotes, notGivenOf, type Part, part } from '../../domain/partial.ts';
import type { Who } from '../../domain/people/attendees.ts';
import type { CaseRecord, DocumentRecord, EventRecord } from '../../domain/records.ts';
import type { Referring } from '../../domain/reference-names.ts';
import { rowFacts } from '../../domain/row-facts.ts';
import { byUrgency, openBy, shownTask, showTask, taskReferences } from '../../domain/tasks.ts';
import { type Clock, withWeekday } from '../../domain/time/clock.ts';
import { weekendsOnly } from '../../domain/time/working-days.ts';
import { cardFields, hiddenBlocks } from './card.ts';
import { deadlinesOf } from './deadlines.ts';
import type { CaseParts } from './read.ts';

const limits = { parties: 15, tasks: 6, coming: 4, recent: 2, documents: 4, related: 4 };

const text = z.string().optional();
export const briefShape = {
  case: foundCase
    .extend({
      client: text,
      created: text,
      changed: text,
      /** Version of the record, which a later change can send for a version check. */
      version: z.union([z.number(), z.string()]).optional(),
      /** Filled fields of the object card, as `name: value`. */
      card: z.array(z.string()),
      /** Names of filled fields that are omitted, because they are too long or there are too many. */
      card_left_out: z.array(z.string()).optional(),
      /** Deadlines on the object card, as `name: day`. */
      deadlines: z.array(z.string()),
      hidden_blocks: z.array(z.string()),
    })
    .optional(),
  /** Parties, as `name (roles)`. */
  parties: z.array(z.string()).optional(),
  tasks: z.array(shownTask).optional(),
  open_tasks: z.number().optional(),
  /** Number of finished tasks, which are not in `tasks`. Default: 0 */
  done_tasks: z.number().optional(),
  coming: z.array(shownEvent).optional(),
  recent: z.array(shownEvent).optional(),
  documents: z.array(z.object({ id: z.string(), name: text, type: text, created: text })).optional(),
  related: z.array(foundCase).optional(),
  /** Total number of entries, for each field that shows only some of them. */
  all: z.record(z.string(), z.number()).optional(),
  /** URLs of tasks, events and documents, with a placeholder for the id. */
  links: z.record(z.string(), z.string()).optional(),
};
const brief = z.object(briefShape);
export type BriefData = z.input<typeof brief>;

export interface BriefParts {
  /**
   * Record of the case with names. If it could not be read, the row that the search returned. Undefined if there is
   * neither.
   */
  readonly record: CaseRecord | undefined;
  /** Parties of the case. The value is undefined if the user may not see them. */
  readonly parties: Part<Parties>;
  readonly client: Part<string | undefined>;
  readonly parts: CaseParts;
  readonly who: Who;
  readonly language: Language;
  readonly finalStatuses: readonly string[];
}

export function buildBrief(
  { record, parties, client, parts, who, language, finalStatuses }: BriefParts,
  clock: Clock,
  now: Date,
): BriefData {
  const open = openTasks(parts, clock, now, finalStatuses);
  const done = (parts.tasks.value?.items.length ?? 0) - (open?.length ?? 0);
  const events = shownEventsOf(parts, clock, now);
  const all = {
    parties: parties.value?.length ?? 0,
    coming: countOf(parts, clock, now, 'coming'),
    recent: countOf(parts, clock, now, 'recent'),
    documents: filed(parts)?.length ?? 0,
    related: parts.related.value?.items.length ?? 0,
  };
  const cut = Object.entries(all).filter(([part, count]) => count > limits[part as keyof typeof all]);
  const show = (event: EventRecord) => showEvent(event, { clock, isOfCase: true, who });
  return {
    case: record && {
      ...showCase(record),
      ...aboutCase(record, parts, { clock, language }),
      client: client.value,
    },
    parties: parties.value?.slice(0, limits.parties).map(partyText),
    tasks: open?.slice(0, limits.tasks).map(({ shown }) => shown),
    open_tasks: open?.length,
    ...(done > 0 ? { done_tasks: done } : {}),
    coming: events?.coming.map(show),
    recent: events?.recent.map(show),
    documents: newest(parts)?.map((one) => showDocument(one, clock)),
    related: shownRelated(parts)?.map((one) => showCase(one)),
    ...(cut.length > 0 ? { all: Object.fromEntries(cut) } : {}),
    links: linksOf(parts),
  };
}

/** Returns the data that the card of a case shows in addition to the brief. */
export function briefFacts(
  { record, parties, parts, language, finalStatuses }: BriefParts,
  clock: Clock,
  now: Date,
): BriefFacts {
  const open = openTasks(parts, clock, now, finalStatuses)?.slice(0, limits.tasks) ?? [];
  const events = Object.values(shownEventsOf(parts, clock, now) ?? {}).flat();
  const statuses = parts.statuses.value;
  const { deadlines, card } = record
    ? cardOf(record, parts, { clock, language })
    : { deadlines: [], card: { shown: [] } };
  return {
    ...rowFacts(
      open.map((one) => one.record),
      events,
      { statuses, finalStatuses },
    ),
    deadlines: deadlines.map(({ facts }) => facts),
    parties: parties.value?.slice(0, limits.parties),
    fields: card.shown,
  };
}

/** Returns the open tasks, most urgent first. */
export function openTasks(parts: CaseParts, clock: Clock, now: Date, finalStatuses: readonly string[]) {
  const context = { clock, now, workingDays: parts.workingDays.value ?? weekendsOnly };
  return parts.tasks.value?.items
    .filter(openBy(parts.statuses.value, finalStatuses))
    .map((task) => showTask(task, context, true))
    .sort(byUrgency);
}

export function shownReferences(
  record: CaseRecord | undefined,
  parts: CaseParts,
  clock: Clock,
  { now, finalStatuses }: Pick<WorkflowContext, 'now' | 'finalStatuses'>,
): Referring[] {
  const events = shownEventsOf(parts, clock, now);
  const tasks = openTasks(parts, clock, now, finalStatuses)?.slice(0, limits.tasks);
  const parties = ['Participants.Participant', 'Participants.Role'];
  return [
    { shape: 'case', rows: record ? [record] : [], fields: [...caseReferences, 'Client', ...parties] },
    { shape: 'case', rows: shownRelated(parts) ?? [], fields: caseReferences },
    { shape: 'task', rows: tasks?.map(({ record }) => record) ?? [], fields: taskReferences },
    { shape: 'event', rows: Object.values(events ?? {}).flat(), fields: ['Type'] },
    { shape: 'document', rows: newest(parts) ?? [], fields: ['Type'] },
  ];
}

type Parties = readonly PartyFacts[];

const partyText = ({ name, roles }: PartyFacts) =>
  roles.length > 0 ? `${name} (${roles.join(', ')})` : name;

/**
 * Returns each participant once, with all roles. If the case seems to have no participants, requests the list of
 * participants, because the user may lack the permission to see them.
 */
export async function readParties(
  operations: OperationClient,
  { record }: CaseParts,
): Promise<Part<Parties>> {
  if (record.value === undefined) return record;
  const parties = partiesOf(record.value);
  if (parties.length > 0) return { value: parties };
  const allowed = await part('parties', operations.call('list_participants', { PageSize: 1 }));
  if (allowed.note !== undefined) return allowed;
  const [note] = notGivenNotes(notGivenOf([record.value], { Participants: 'parties' }));
  return note === undefined ? { value: parties } : { note, error: undefined };
}

function aboutCase(record: CaseRecord, parts: CaseParts, form: { clock: Clock; language: Language }) {
  const { deadlines, card } = cardOf(record, parts, form);
  const { CreationDate, LastChangeDate } = record;
  const dayOf = (moment: string | undefined) => moment && withWeekday(form.clock.day(moment));
  return {
    created: dayOf(CreationDate),
    changed: dayOf(LastChangeDate),
    version: record.Version,
    card: card.shown.map(({ name, value }) => `${name}: ${value}`),
    ...(card.leftOut.length > 0 ? { card_left_out: card.leftOut } : {}),
    deadlines: deadlines.map(({ shown }) => shown),
    hidden_blocks: hiddenBlocks(record, parts.type.value),
  };
}

/** Returns the deadlines on the object card of a case, and its other fields. */
export function cardOf(record: CaseRecord, parts: CaseParts, form: { clock: Clock; language: Language }) {
  const type = parts.type.value;
  const workingDays = parts.workingDays.value ?? weekendsOnly;
  const deadlines = deadlinesOf(record, type, { clock: form.clock, workingDays });
  const card = cardFields(record, type, { ...form, without: new Set(deadlines.map(({ key }) => key)) });
  return { deadlines, card };
}

/**
 * Merges the roles of each participant. If several participants have the same name, adds the id to it and marks the
 * client. Counts participants without a name or id in one additional entry, because the service may use other field
 * names for them.
 */
function partiesOf({ Participants, Client }: CaseRecord): PartyFacts[] {
  const found = new Map<string, { name: string; id: string | undefined; roles: string[] }>();
  let unknown = 0;
  for (const { Participant, Role } of Participants) {
    const { Id: id, Name } = Participant ?? {};
    const name = (Name ?? id)?.trim();
    if (!name) {
      unknown += 1;
      continue;
    }
    const key = id ?? [...found].find(([, one]) => one.name === name)?.[0] ?? name;
    const one = found.get(key) ?? { name, id, roles: [] };
    if (Role?.Name) one.roles.push(Role.Name);
    found.set(key, one);
  }
  const all = [...found.values()];
  const named = all.map(({ name, id, roles }) => {
    const hasNamesake = all.some((other) => other.id !== id && other.name === name);
    const own = id !== undefined && id === Client?.Id ? ['client'] : [];
    return hasNamesake ? { name: `${name}, ${id ?? 'no id'}`, roles: [...own, ...roles] } : { name, roles };
  });
  return unknown === 0
    ? named
    : [...named, { name: `${unknown} whose names this service does not return`, roles: [] }];
}

export function shownEventsOf(parts: CaseParts, clock: Clock, now: Date) {
  const events = eventsOf(parts, clock, now);
  return (
    events && {
      coming: events.coming.slice(0, limits.coming),
      recent: events.recent.slice(0, limits.recent),
    }
  );
}

const countOf = (parts: CaseParts, clock: Clock, now: Date, which: 'coming' | 'recent'): number =>
  eventsOf(parts, clock, now)?.[which].length ?? 0;

/** Returns coming events in order, and recent events, latest first. An event that has begun and not ended is coming. */
function eventsOf({ events }: CaseParts, clock: Clock, now: Date) {
  if (events.value === undefined) return undefined;
  const isOver = (event: EventRecord) =>
    event.AllDay
      ? (daysOf(clock, event)?.last ?? '') < clock.today
      : Date.parse(event.EndDate ?? event.StartDate ?? '') < now.getTime();
  const sorted = [...events.value.items].sort((left, right) =>
    (left.StartDate ?? '').localeCompare(right.StartDate ?? ''),
  );
  return {
    coming: sorted.filter((event) => !isOver(event)),
    recent: sorted.filter(isOver).reverse(),
  };
}

const filed = ({ documents }: CaseParts) =>
  documents.value?.items.filter(({ EntityKind }) => EntityKind !== entityKind.folder);

const newest = (parts: CaseParts) =>
  filed(parts)
    ?.sort((left, right) => (right.CreationDate ?? '').localeCompare(left.CreationDate ?? ''))
    .slice(0, limits.documents);

const showDocument = ({ Id, Name, Type, CreationDate }: DocumentRecord, clock: Clock) => ({
  id: Id,
  name: Name,
  type: Type?.Name,
  created: CreationDate && withWeekday(clock.day(CreationDate)),
});

const shownRelated = ({ related }: CaseParts) => related.value?.items.slice(0, limits.related);

function linksOf({ tasks, events, documents }: CaseParts): Record<string, string> | undefined {
  const patterns = Object.entries({ tasks, events, documents }).flatMap(([kind, { value }]) => {
    const pattern = linkPattern(value?.items ?? []);
    return pattern === undefined ? [] : [[kind, pattern]];
  });
  return patterns.length > 0 ? Object.fromEntries(patterns) : undefined;
}
