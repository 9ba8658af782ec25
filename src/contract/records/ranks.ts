import { isEnded, type StatusTerm } from './finality.ts';
import { isOneOf, wholeWordsOf } from './whole-words.ts';

/**
 * Ranks for priorities, and kinds for task statuses and event types. Every service chooses its own names for them. The
 * system name is compared first, then the display name. An unknown name has no rank or kind, because a guess could be
 * wrong.
 */

export type PriorityRank = 'urgent' | 'high' | 'normal' | 'low';
export type StatusKind = 'first' | 'open' | 'done' | 'cancelled';
export type EventKind = 'hearing' | 'deadline';

/** A named value from the service, such as a status. */
interface Term {
  readonly Name?: string | undefined;
  readonly SysName?: string | undefined;
}

const ranks: Readonly<Record<PriorityRank, ReadonlySet<string>>> = {
  urgent: wholeWordsOf(
    'urgent, critical, immediate, срочный, срочная, срочно, критический, критичный, неотложный',
  ),
  high: wholeWordsOf('high, важный, высокий, высокая, высоко'),
  normal: wholeWordsOf('normal, medium, regular, обычный, обычная, нормальный, средний, средняя'),
  low: wholeWordsOf('low, minor, низкий, низкая, низко'),
};

const cancelled =
  wholeWordsOf(`cancelled, canceled, rejected, declined, отменена, отменено, отменен, отклонена, отклонено,
  отклонен`);
const first = wholeWordsOf(
  'new, notstarted, open, opened, todo, новая, новое, новый, открыта, открыто, неначата, неначато',
);

const hearings = wholeWordsOf(`hearing, preliminaryhearing, courthearing, trial, pretrialhearing, заседание,
  судебноезаседание, предварительноезаседание, предварительноесудебноезаседание, слушание`);
const deadlines = wholeWordsOf('deadline, proceduraldeadline, courtdeadline, срок, процессуальныйсрок');

function among<Kind extends string>(
  sets: Readonly<Record<Kind, ReadonlySet<string>>>,
  { SysName, Name }: Term,
): Kind | undefined {
  const kinds = Object.keys(sets) as Kind[];
  for (const name of [SysName, Name]) {
    const found = kinds.find((kind) => isOneOf(sets[kind], name));
    if (found) return found;
  }
  return undefined;
}

export const rankOf = (priority: Term): PriorityRank | undefined => among(ranks, priority);

export const eventKindOf = (type: Term): EventKind | undefined =>
  among({ hearing: hearings, deadline: deadlines }, type);

/** Returns the kind of a status, if known. @param final statuses that the operator declared final */
export function statusKindOf(status: StatusTerm, final: readonly string[] = []): StatusKind | undefined {
  const isFinal = isEnded(status, final);
  if (isFinal === undefined) return undefined;
  if (isFinal) return among({ cancelled }, status) ?? 'done';
  return among({ first }, status) ?? 'open';
}
