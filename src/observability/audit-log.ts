import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** One change, in the line before its attempt and in the one after. Never holds contents of records. */
export interface AuditEvent {
  /** Request id. The log has it too, and the service gets it as a header. */
  readonly request: string;
  /** Login, e-mail, id or name of the user, the first that is known. Null if none is. */
  readonly user: string | null;
  /**
   * The identity that limits count: `issuer|subject`, or `user:` and the service's id of the user. If neither is known,
   * `token:` and the beginning of the token's hash. `local` if one user is configured.
   */
  readonly principal: string;
  readonly tool: string;
  readonly class: readonly string[];
  /** Arguments that are ids, by name. */
  readonly ids: Readonly<Record<string, string | readonly string[]>>;
  /**
   * `allowed`: no question was needed. `confirmed`: a human agreed in a dialog. `confirmed in a card`: a human agreed in
   * a card. `by hand`: a human typed the command.
   */
  readonly decision: 'allowed' | 'confirmed' | 'confirmed in a card' | 'by hand';
  /** Id of the plan that the change is a row of, and the number of the row. */
  readonly act?: string;
  readonly row?: number;
}

export interface AuditOutcome {
  /** HTTP status of the service. Undefined if it did not answer. */
  readonly status?: number | undefined;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  /** Id of the created record, if the answer has it. */
  readonly created?: string | undefined;
}

/** The audit log: append only, one JSON line before each change and one after it. */
export interface Audit {
  /** Writes the line before a change. @throws if it cannot be written; the change must then not be tried */
  begin(event: AuditEvent): { end(outcome: AuditOutcome): void };
  /** Writes a line for a call that a human or the operator's policy refused. */
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

/** Checks whether a file ends within a line. Returns false if this process may only write it. */
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

/**
 * Opens the file for each line, because an open descriptor would keep writing into a file that was rotated away or
 * removed.
 */
function createAppender(path: string): (line: string) => void {
  /** The last line is incomplete, so the next one must start on a new line. */
  let torn = false;
  const append = (line: string) => {
    const file = openSync(path, 'a', 0o600);
    try {
      const bytes = Buffer.from(torn && line !== '' ? `\n${line}` : line);
      const written = bytes.length === 0 ? 0 : writeSync(file, bytes);
      torn = written < bytes.length;
      if (torn) throw new Error('the disk stored only a part of the line');
    } finally {
      closeSync(file);
    }
  };
  append('');
  torn = endsTorn(path);
  return append;
}
