import fc from 'fast-check';
import type { Answered } from './planner.ts';

/** Random change, and a function that checks whether it was made. */
export interface RandomChange {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Its request to the service, as `METHOD /path`. */
  readonly request: string;
  /** Returns how often the effect of the change is in the records. */
  readonly made: (world: World) => number;
}

/** Records of the service, with the field names of its API. */
export interface World {
  readonly tasks: readonly any[];
  readonly events: readonly any[];
  readonly cases: readonly any[];
}

/** Ids of records that random changes touch. */
export interface Touched {
  readonly tasks: readonly string[];
  readonly events: readonly string[];
  /** Ids of cases in work. */
  readonly cases: readonly string[];
  readonly participants: readonly string[];
  readonly role: string;
  /** Name that the service accepts for a new task. */
  readonly taskName: string;
  /** Text that distinguishes the changes of this plan from others. */
  readonly mark?: string;
}

const holds = (kind: keyof World, id: string, Description: string) => (world: World) =>
  world[kind].filter((one) => one.Id === id && one.Description === Description).length;
const marked = (kind: keyof World, Description: string) => (world: World) =>
  world[kind].filter((one) => one.Description === Description).length;
const gone = (kind: keyof World, id: string) => (world: World) =>
  world[kind].some((one) => one.Id === id) ? 0 : 1;
const from = (ids: readonly string[], at: number) => ids[at % ids.length] ?? '';

/** Creates a change of one of the records, with a unique text and a number. */
type Make = (touched: Touched, mark: string, pick: number, far: number) => RandomChange;

const makes = {
  update_task: ({ tasks }, mark, pick, far) => {
    const id = from(tasks, pick);
    const moves = far % 2 === 0 ? {} : { ExecutionDate: `+${far} days` };
    return {
      tool: 'update_task',
      arguments: { id, Description: mark, ...moves },
      request: `PUT /api/v3/tasks/${id}`,
      made: holds('tasks', id, mark),
    };
  },
  update_event: ({ events }, mark, pick, far) => {
    const id = from(events, pick);
    const more = far % 2 === 0 ? { Location: `Room ${far}` } : { StartDate: '-1 hour' };
    return {
      tool: 'update_event',
      arguments: { id, Description: mark, ...more },
      request: `PUT /api/v3/events/${id}`,
      made: holds('events', id, mark),
    };
  },
  edit_object: ({ cases }, mark, pick) => {
    const id = from(cases, pick);
    return {
      tool: 'edit_object',
      arguments: { id, Description: mark },
      request: `PATCH /api/v2/objects/${id}`,
      made: holds('cases', id, mark),
    };
  },
  create_task: ({ cases, taskName }, mark, pick) => ({
    tool: 'create_task',
    arguments: { Name: taskName, CaseId: from(cases, pick), Description: mark },
    request: 'POST /api/v3/tasks',
    made: marked('tasks', mark),
  }),
  create_event: ({ cases }, mark, pick, far) => ({
    tool: 'create_event',
    arguments: {
      ...{ Name: 'Встреча', CaseId: from(cases, pick), Description: mark },
      StartDate: new Date(Date.UTC(2026, 3, far, 9)).toISOString(),
      EndDate: new Date(Date.UTC(2026, 3, far, 10)).toISOString(),
    },
    request: 'POST /api/v3/events',
    made: marked('events', mark),
  }),
  archive_case: ({ cases: ids }, _mark, pick) => {
    const id = from(ids, pick);
    return {
      tool: 'archive_case',
      arguments: { id },
      request: `POST /api/v2/cases/${id}/archive`,
      made: ({ cases }) => cases.filter((one) => one.Id === id && one.Status === 'Archived').length,
    };
  },
  add_case_participant: ({ cases: ids, participants, role: RoleId }, _mark, pick, far) => {
    const [id, ParticipantId] = [from(ids, pick), from(participants, far)];
    return {
      tool: 'add_case_participant',
      arguments: { id, ParticipantId, RoleId },
      request: `POST /api/v2/cases/${id}/participants`,
      made: ({ cases }) =>
        (cases.find((one) => one.Id === id)?.Participants ?? []).filter(
          (one: any) => one.Participant?.Id === ParticipantId && one.Role?.Id === RoleId,
        ).length,
    };
  },
  delete_task: ({ tasks }, _mark, pick) => {
    const id = from(tasks, pick);
    return {
      tool: 'delete_task',
      arguments: { id },
      request: `DELETE /api/v2/tasks/${id}`,
      made: gone('tasks', id),
    };
  },
  delete_event: ({ events }, _mark, pick) => {
    const id = from(events, pick);
    return {
      tool: 'delete_event',
      arguments: { id },
      request: `DELETE /api/v2/events/${id}`,
      made: gone('events', id),
    };
  },
} as const satisfies Record<string, Make>;
export type RandomTool = keyof typeof makes;
const randomTools = Object.keys(makes) as RandomTool[];

type RandomRows = readonly (readonly [tool: RandomTool, pick: number, far: number])[];

/** Random rows of a plan: one to eight changes, often several of the same record. */
export const randomRows = (tools: readonly RandomTool[] = randomTools): fc.Arbitrary<RandomRows> =>
  fc.array(fc.tuple(fc.constantFrom(...tools), fc.nat(7), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 8,
  });

/** Converts random rows to changes of these records. */
export const changesOf = (touched: Touched, rows: RandomRows): readonly RandomChange[] =>
  rows.map(([tool, pick, far], at) =>
    makes[tool](touched, `mark ${at + 1} of ${far}${touched.mark ?? ''}`, pick, far),
  );

/** Converts a change to a row of a plan. */
export const asGiven = ({ tool, arguments: args }: RandomChange) => ({ tool, arguments: args });

/** Fields that every change sets, or that only the service sets. */
const passing = new Set(['LastChangeDate', 'Version', 'History', 'CreationDate', 'Url']);

/**
 * Returns records in a comparable form: without new ids and timestamps, and without an order.
 * @param left ids of records to omit
 */
export function comparable(world: World, left: ReadonlySet<string> = new Set()): unknown {
  const known = new Set(['00000000-']);
  const textOf = (record: unknown) =>
    JSON.stringify(record, (name, value) => {
      if (passing.has(name)) return undefined;
      return name === 'Id' && typeof value === 'string' && !known.has(value.slice(0, 9)) ? 'new' : value;
    });
  return Object.fromEntries(
    Object.entries(world as unknown as Record<string, readonly any[]>).map(([kind, records]) => [
      kind,
      records
        .filter(({ Id }) => !left.has(Id))
        .map(textOf)
        .sort(),
    ]),
  );
}

/** Returns the ids of the records that an undo reported it cannot restore. */
export function recordsLeft(
  { text }: Pick<Answered, 'text'>,
  changes: readonly RandomChange[],
): ReadonlySet<string> {
  const cannot = [...text.matchAll(/\n {3}CANNOT .*\n {3}reason: undoes row (\d+)/g)];
  return new Set(cannot.map(([, row]) => String(changes[Number(row) - 1]?.arguments.id)));
}

/**
 * Statuses after which a change may be sent again, because the service has not made it. After 400 and 422 it
 * is sent without carried fields that the service may not accept.
 */
const sentAgain = [400, 401, 422, 429];

/** Returns the requests for changes that were sent more often than the plan has rows for them. */
export function sentTwice(
  requests: readonly { readonly method: string; readonly path: string; readonly status?: number }[],
  changes: readonly RandomChange[],
): string[] {
  const rows = (line: string) => changes.filter(({ request }) => request === line).length;
  const sent = requests
    .filter(({ status }) => status === undefined || !sentAgain.includes(status))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((line) => rows(line) > 0);
  return [...new Set(sent)].filter((line) => sent.filter((one) => one === line).length > rows(line));
}

/** Returns the rows whose reported state differs from the service's records. */
export function saidWrongly(
  { states }: Pick<Answered, 'states'>,
  changes: readonly RandomChange[],
  before: World,
  after: World,
): string[] {
  return changes.flatMap((change, at) => {
    const state = states[at] ?? 'no answer';
    const isRepeated = changes.some(
      (other, row) => row !== at && JSON.stringify(asGiven(other)) === JSON.stringify(asGiven(change)),
    );
    if (/^cannot be carried out/.test(state) && isRepeated) return [];
    const [was, is] = [change.made(before), change.made(after)];
    const isTrue = /^done/.test(state)
      ? is === 1
      : /^(?:REFUSED|CHANGED|NOT TRIED|cannot be carried out|left out)/.test(state)
        ? is === was
        : /^(?:OUTCOME UNKNOWN|NOT SAVED)/.test(state) && is <= Math.max(1, was);
    return isTrue ? [] : [`row ${at + 1} of ${change.tool} is ${state}, and was made ${was} → ${is} times`];
  });
}
