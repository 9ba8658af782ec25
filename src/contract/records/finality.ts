import { isOneOf, plainWords, wholeWordsOf } from './whole-words.ts';

/**
 * Status names, as sets of normalized words. They decide whether a record is closed, done or archived. For an unknown
 * status, the functions below return undefined, and the answer contains a note about it.
 */

const ended =
  wholeWordsOf(`done, completed, complete, finished, closed, cancelled, canceled, rejected, declined, resolved,
  выполнена, выполнено, выполнен, завершена, завершено, завершен, закрыта, закрыто, закрыт, отменена, отменено, отменен,
  отклонена, отклонено, отклонен, исполнена, исполнено, готово, готова, готов`);
const open =
  wholeWordsOf(`new, open, opened, inprogress, inwork, active, assigned, notstarted, started, waiting, onhold, paused,
  postponed, deferred, inreview, review, draft, planned, todo, reopened, новая, новое, новый, открыта, открыто, вработе,
  назначена, назначено, неначата, неначато, начата, начато, ожидает, ожидание, приостановлена, приостановлено, отложена,
  отложено, напроверке, насогласовании, черновик, запланирована, запланировано, возобновлена, возобновлено`);

const archived = wholeWordsOf('archived, archive, архив, вархиве, архивный, архивное, архивная');
const inWork = wholeWordsOf('inwork, active, work, вработе, активный, активное, активная');
const deleted = wholeWordsOf('deleted, удален, удалена, удалено');

export interface StatusTerm {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
  readonly SysName?: string | undefined;
  /** The service's own flag for a final status. Undefined if the service has no such flag. */
  readonly isFinal?: boolean | undefined;
}

/**
 * Checks whether a task with this status is finished: by the service's flag, then by common status names, then by the
 * operator's list. Returns undefined if the status is unknown and the operator's list is empty.
 * @param final names, system names or ids of the statuses that the operator declared final
 */
export function isEnded(status: StatusTerm, final: readonly string[] = []): boolean | undefined {
  if (status.isFinal !== undefined) return status.isFinal;
  for (const name of [status.SysName, status.Name]) {
    if (isOneOf(ended, name)) return true;
    if (isOneOf(open, name)) return false;
  }
  if (final.length === 0) return undefined;
  const known = new Set(final.map(plainWords));
  const names = [status.Id, status.SysName, status.Name, ...(status.Name?.split(' / ') ?? [])];
  return names.some((name) => name !== undefined && known.has(plainWords(name)));
}

interface Archivable {
  readonly Status?: string | undefined;
  readonly IsArchive?: boolean | undefined;
}

/** Checks whether an object or case is archived. Returns undefined if its status is unknown. */
export function isArchived({ Status, IsArchive }: Archivable): boolean | undefined {
  if (IsArchive !== undefined) return IsArchive;
  if (isOneOf(archived, Status)) return true;
  return isOneOf(inWork, Status) ? false : undefined;
}

/**
 * Returns the only active record if all others are archived. Returns undefined if several are active, or if a state is
 * unknown.
 * @param isArchivedOne whether a record is archived; undefined if its state is unknown
 */
export function onlyInWork<One>(
  records: readonly One[],
  isArchivedOne: (record: One) => boolean | undefined,
): One | undefined {
  const [only, other] = records.filter((one) => isArchivedOne(one) !== true);
  return only !== undefined && other === undefined && isArchivedOne(only) === false ? only : undefined;
}

/** Checks whether the status of an object type is `deleted`. */
export const isDeleted = ({ Status }: Archivable): boolean => isOneOf(deleted, Status);
