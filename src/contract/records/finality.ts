import { isOneOf, plainWords, wholeWordsOf } from './whole-words.ts';

/**
 * Statuses, as sets of normalized names. They determine whether records are closed, done or archived. For an unknown
 * status the functions return undefined, and the answer says so.
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

/** A task status, with the properties that the service returned. */
export interface StatusTerm {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
  readonly SysName?: string | undefined;
  /** The service's own flag, if it has one. */
  readonly isFinal?: boolean | undefined;
}

/**
 * Checks whether a task with this status is finished. Returns undefined if neither the service nor the operator defines
 * it.
 * @param final names, system names or ids of final statuses, used if the service does not define it
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

/** Checks whether an object or case is archived. Returns undefined for an unknown status. */
export function isArchived({ Status, IsArchive }: Archivable): boolean | undefined {
  if (IsArchive !== undefined) return IsArchive;
  if (isOneOf(archived, Status)) return true;
  return isOneOf(inWork, Status) ? false : undefined;
}

/** Checks whether the status of an object type is `deleted`. */
export const isDeleted = ({ Status }: Archivable): boolean => isOneOf(deleted, Status);
