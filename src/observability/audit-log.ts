import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** One change, before and after it is tried. Contents of records are never part of it. */
export interface AuditEvent {
  /** Also in the log, and sent to the service. */
  readonly request: string;
  /** Login, e-mail, id or name of the person, the first of them that is known; null where nothing tells who it was. */
  readonly user: string | null;
  /**
   * Whom limits are kept for: `issuer|subject`, or `user:` with the id by which the service knows them; where neither is
   * told, `token:` and the beginning of the token's hash; `local` where one user is configured.
   */
  readonly principal: string;
  readonly tool: string;
  readonly class: readonly string[];
  /** Arguments that are ids, by name. */
  readonly ids: Readonly<Record<string, string | readonly string[]>>;
  /**
   * `allowed`: no question was needed; `confirmed`: a human agreed in a dialog; `confirmed in a card`: in a card; `by
   * hand`: a human typed the command.
   */
  readonly decision: 'allowed' | 'confirmed' | 'confirmed in a card' | 'by hand';
}

export interface AuditOutcome {
  /** The service's status, where it answered. */
  readonly status?: number | undefined;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  /** Id of the record that was created, where the answer tells it. */
  readonly created?: string | undefined;
}

/** The record of who changed what: append only, one JSON line for the intent and one for the outcome. */
export interface Audit {
  /** Writes the intent. @throws where it cannot be written: then the change must not be tried */
  begin(event: AuditEvent): { end(outcome: AuditOutcome): void };
  /** A call that a human or the operator's policy stopped. */
  refused(event: Omit<AuditEvent, 'decision'>, reason: string): void;
}

/**
 * @param path created with access for its owner only; undefined: nothing is recorded
 * @param onLost told of a line about what has happened already, and which could not be written
 * @throws where the file cannot be written
 */
export function createAudit(path: string | undefined, onLost: (error: unknown) => void): Audit {
  if (path === undefined) return { begin: () => ({ end: () => undefined }), refused: () => undefined };
  const append = createAppender(path);
  const write = (line: object) => append(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  /** What has happened is not undone by a full disk, so the caller goes on. */
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

/** Whether a file ends within a line; one that may only be written is not looked into. */
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
 * Opens the file anew for each line: one that was rotated away or removed is noticed, where a kept descriptor would
 * go on writing into nowhere.
 */
function createAppender(path: string): (line: string) => void {
  /** A line broke off, in this process or one before it: the next one must not continue it. */
  let torn = false;
  const append = (line: string) => {
    const file = openSync(path, 'a', 0o600);
    try {
      const bytes = Buffer.from(torn && line !== '' ? `\n${line}` : line);
      const written = bytes.length === 0 ? 0 : writeSync(file, bytes);
      torn = written < bytes.length;
      if (torn) throw new Error('the disk took a part of the line only');
    } finally {
      closeSync(file);
    }
  };
  append('');
  torn = endsTorn(path);
  return append;
}
