/**
 * Whether records are closed, done or archived: by what the service says of their status, in whole words, never by a part
 * of one. What nobody can tell is undefined, and said so.
 */

/** Letters and digits alone: `In progress`, `in_progress` and `InProgress` are one word. */
const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');
const words = (text: string): ReadonlySet<string> => new Set(text.split(/[\s,]+/).filter(Boolean));

const ended =
  words(`done, completed, complete, finished, closed, cancelled, canceled, rejected, declined, resolved,
  выполнена, выполнено, выполнен, завершена, завершено, завершен, закрыта, закрыто, закрыт, отменена, отменено, отменен,
  отклонена, отклонено, отклонен, исполнена, исполнено, готово, готова, готов`);
const open =
  words(`new, open, opened, inprogress, inwork, active, assigned, notstarted, started, waiting, onhold, paused,
  postponed, deferred, inreview, review, draft, planned, todo, reopened, новая, новое, новый, открыта, открыто, вработе,
  назначена, назначено, неначата, неначато, начата, начато, ожидает, ожидание, приостановлена, приостановлено, отложена,
  отложено, напроверке, насогласовании, черновик, запланирована, запланировано, возобновлена, возобновлено`);

const archived = words('archived, archive, архив, вархиве, архивный, архивное, архивная');
const inWork = words('inwork, active, work, вработе, активный, активное, активная');
const deleted = words('deleted, удален, удалена, удалено');

/** In one of two languages, or in both: `Выполнена / Done`. */
const isOneOf = (set: ReadonlySet<string>, name: string | undefined) =>
  name?.split(' / ').some((half) => set.has(plain(half))) ?? false;

/** A status of tasks, as far as the service describes it. */
export interface StatusTerm {
  readonly Id?: string | undefined;
  readonly Name?: string | undefined;
  readonly SysName?: string | undefined;
  /** What the service says of it itself, where it does. */
  readonly isFinal?: boolean | undefined;
}

/**
 * Whether nothing is left to be done of a task in a status; undefined where neither the service nor the operator says.
 * @param final names, system names or ids of statuses, for those of which the service does not say it
 */
export function isEnded(status: StatusTerm, final: readonly string[] = []): boolean | undefined {
  if (status.isFinal !== undefined) return status.isFinal;
  for (const name of [status.SysName, status.Name]) {
    if (isOneOf(ended, name)) return true;
    if (isOneOf(open, name)) return false;
  }
  if (final.length === 0) return undefined;
  const known = new Set(final.map(plain));
  const names = [status.Id, status.SysName, status.Name, ...(status.Name?.split(' / ') ?? [])];
  return names.some((name) => name !== undefined && known.has(plain(name)));
}

interface Archivable {
  readonly Status?: string | undefined;
  readonly IsArchive?: boolean | undefined;
}

/** Of an object or a case; undefined where its status is none of the words for it. */
export function isArchived({ Status, IsArchive }: Archivable): boolean | undefined {
  if (IsArchive !== undefined) return IsArchive;
  if (isOneOf(archived, Status)) return true;
  return isOneOf(inWork, Status) ? false : undefined;
}

/** Of the type of an object. */
export const isDeleted = ({ Status }: Archivable): boolean => isOneOf(deleted, Status);
