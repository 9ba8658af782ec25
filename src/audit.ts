import { openSync, writeSync } from 'node:fs';

/** One change, before and after it is tried. Contents of records are never part of it. */
export interface AuditEvent {
  readonly principal: string;
  readonly tool: string;
  readonly class: readonly string[];
  /** Arguments that are ids, by name. */
  readonly ids: Readonly<Record<string, string | readonly string[]>>;
  /** `allowed`: no question was needed; `confirmed`: a human agreed. */
  readonly decision: 'allowed' | 'confirmed';
}

export interface AuditOutcome {
  /** The service's status, where it answered. */
  readonly status?: number | undefined;
  /** `done`, or the code of the error. */
  readonly outcome: string;
}

/** The record of who changed what: append only, one JSON line for the intent and one for the outcome. */
export interface Audit {
  /** Writes the intent. @throws where it cannot be written: then the change must not be tried */
  begin(event: AuditEvent): { end(outcome: AuditOutcome): void };
  /** A call that a human or the operator's policy stopped. */
  refused(event: Omit<AuditEvent, 'decision'>, reason: string): void;
}

/** @param path created with access for its owner only; undefined: nothing is recorded */
export function createAudit(path: string | undefined): Audit {
  if (path === undefined) return { begin: () => ({ end: () => undefined }), refused: () => undefined };
  const file = openSync(path, 'a', 0o600);
  let count = 0;
  const write = (line: object) => {
    writeSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  };
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
          write({ event: 'outcome', call, ...outcome, ms: Math.round(performance.now() - began) }),
      };
    },
    refused: (event, reason) => write({ event: 'refused', call: nextCall(), ...event, reason }),
  };
}
