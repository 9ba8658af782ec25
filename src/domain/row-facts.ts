import type { RowFacts, TaskFacts } from '../contract/features/card-facts.ts';
import type { StatusTerm } from '../contract/records/finality.ts';
import { eventKindOf, rankOf, statusKindOf } from '../contract/records/ranks.ts';
import type { EventRecord, TaskRecord } from './records.ts';
import { termOf } from './tasks.ts';

interface Statuses {
  readonly statuses: readonly StatusTerm[] | undefined;
  readonly finalStatuses: readonly string[];
}

/** Returns facts about tasks and events that only cards show. */
export function rowFacts(
  tasks: readonly TaskRecord[],
  events: readonly EventRecord[],
  known: Statuses,
): RowFacts {
  const kinds = events.flatMap(({ Id, Type }) => {
    const kind = Type && eventKindOf(Type);
    return kind ? [[Id, kind] as const] : [];
  });
  return {
    tasks: Object.fromEntries(tasks.map((task) => [task.Id, taskFacts(task, known)])),
    events: Object.fromEntries(kinds),
    finish: finishing(known),
  };
}

function taskFacts({ Priority, Status, ExecutionDate, Url }: TaskRecord, known: Statuses): TaskFacts {
  return {
    rank: Priority && rankOf(Priority),
    state: stateOf(Status, known),
    status: Status?.Id,
    due: ExecutionDate,
    url: Url,
  };
}

export function stateOf(status: TaskRecord['Status'], { statuses = [], finalStatuses }: Statuses) {
  const term = termOf(statuses, status);
  return term && statusKindOf(term, finalStatuses);
}

/**
 * Returns the id of the status that finishes a task: the one with system name `Done`, otherwise the only status that
 * means done. Returns undefined if there are several or none.
 */
function finishing({ statuses = [], finalStatuses }: Statuses): string | undefined {
  const done = statuses.filter((status) => statusKindOf(status, finalStatuses) === 'done');
  const [only, another] = done;
  return (done.find(({ SysName }) => SysName === 'Done') ?? (another ? undefined : only))?.Id;
}
