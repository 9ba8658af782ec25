import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** Data of the audit log line that is written before a change is sent. It contains no content of records. */
export interface AuditEvent {
  /** Request id. It is also in the log and in a header of the request to the service. */
  readonly request: string;
  /** The first of login, e-mail, id and name of the user that is known. Null if none is known. */
  readonly user: string | null;
  /**
   * Identity under which rate limits count the user: `issuer|subject`, or `user:` and the service's id of the user. If
   * neither is known, `token:` and the beginning of the token's hash. `local` if one user is configured.
   */
  readonly principal: string;
  readonly tool: string;
  readonly class: readonly string[];
  /** Arguments that are ids, by name. */
  readonly ids: Readonly<Record<string, string | readonly string[]>>;
  /**
   * `allowed`: no confirmation was needed. `confirmed`: a user confirmed in a dialog (elicitation). `confirmed in a
   * card`: a user confirmed in a page that the assistant showed (MCP Apps). `by hand`: a user typed the command.
   */
  readonly decision: 'allowed' | 'confirmed' | 'confirmed in a card' | 'by hand';
  /**
   * If the change belongs to a plan (a list of changes that a user confirms together): id of the plan, and number of
   * the change's row in it.
   */
  readonly act?: string;
  readonly row?: number;
}

export interface AuditOutcome {
  /** HTTP status of the service. Undefined if it did not answer. */
  readonly status?: number | undefined;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  /** Id of the created record, if the response contains it. */
  readonly created?: string | undefined;
}

/** The audit log: append only, one JSON line before each change and one after it. */
export interface Audit {
  /** Writes the line before a change. @throws if it cannot be written; the change must then not be sent */
  begin(event: AuditEvent): { end(outcome: AuditOutcome): void };
  /** Writes a line for a call that a user or the operator's policy refused. */
  refused(event: Omit<AuditEvent, 'decision'>, reason: string): void;
}

/**
 * Opens the audit log.
 * @param path created with access for its owner only; undefined turns the log off
 * @param onLost called if the line after a change could not be written
 * @throws if the file cannot be written
 */
export function createAudit(path: string | undefined, onLost: (error: unknown) => void): Audit {
  if (path === undefined) return { begin: () => ({ end: () => undefined }), refused: () => undefined };
  const append = createAppender(path);
  const write = (line: object) => append(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  /** Does not throw, because the change has already happened. */
  const writeAfterwards = (line: object) => {
    try {
      write(line);
    } catch (error) {
      onLost(error);
    }
  };
  let count = 0;
  const nextCall = () => {
    count += 1;
    return `${process.pid}-${Date.now().toString(36)}-${count}`;
  };
  return {
    begin: (event) => {
      const call = nextCall();
      const began = performance.now();
      write({ event: 'intent', call, ...event });
      return {
        end: (outcome) =>
          writeAfterwards({
            event: 'outcome',
            call,
            ...outcome,
            ms: Math.round(performance.now() - began),
          }),
      };
    },
    refused: (event, reason) => writeAfterwards({ event: 'refused', call: nextCall(), ...event, reason }),
  };
}

/** Checks whether a file ends with an incomplete line. Returns false if this process may not read the file. */
function endsTorn(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isFile() || info.size === 0) return false;
  try {
    const file = openSync(path, 'r');
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, info.size - 1);
    closeSync(file);
    return last.toString() !== '\n';
  } catch {
    return false;
  }
}

/** Creates a function that appends a line. It opens the file each time, because it may have been rotated. */
function createAppender(path: string): (line: string) => void {
  /** Whether the last line is incomplete. If so, the next write starts a new line. */
  let torn = false;
  const append = (line: string) => {
    const file = openSync(path, 'a', 0o600);
    try {
      const bytes = Buffer.from(torn && line !== '' ? `\n${line}` : line);
      const written = bytes.length === 0 ? 0 : writeSync(file, bytes);
      torn = written < bytes.length;
      if (torn) throw new Error('only a part of the line was written to the disk');
    } finally {
      closeSync(file);
    }
  };
  append('');
  torn = endsTorn(path);
  return append;
}
