import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import { ApiError, BusyError, type CallError, isCallError } from '../contract/errors.ts';
import { type LogLevel, logLevels } from '../contract/log-level.ts';
import { inSources } from './source-place.ts';

/** Fields of a line, in addition to its message: ids, codes and numbers, never data from records. */
type Fields = Readonly<Record<string, string | number | undefined>>;

export interface CallEvent {
  readonly tool: string;
  /** Request id. It is also in the audit log and in a header of the request to the service. */
  readonly request: string;
  /** The principal's id. */
  readonly caller: string;
  /** Start of the call on the monotonic clock, in milliseconds. */
  readonly began: number;
  /** Time during which at least one request to the service was open. */
  readonly serviceMs: number;
  readonly status?: number;
  readonly error?: unknown;
  /** Reason why the operator's policy or a user stopped the call. */
  readonly refusal?: string;
}

/** casebridge's log: one line per event, with fixed fields, on stderr. It never contains data from calls or results. */
export interface Log {
  call(event: CallEvent): void;
  /**
   * Logs a confirmation dialog (elicitation). `result` is `asked` before the user answers, then `agreed` or the error
   * code of the refusal.
   */
  question(event: { readonly tool: string; readonly request: string; readonly result: string }): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** @param error only its class, code and stack positions are logged, because its message may contain data */
  error(message: string, error?: unknown): void;
}

/**
 * Creates the log.
 * @param secrets values that are masked in every line
 * @param writeLine receives each line. Default: stderr
 */
export function createLog(level: LogLevel, secrets: readonly string[], writeLine = writeStderr): Log {
  const blots = secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const write = (line: string) => {
    writeLine(blots.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line));
  };
  const isLogged = (at: LogLevel) => logLevels.indexOf(at) >= logLevels.indexOf(level);
  let logger: Logger | undefined;
  /** The first line loads the logging library, because many servers never log a line. */
  const log = (at: Exclude<LogLevel, 'silent'>, fields: object, message: string) => {
    if (!isLogged(at)) return;
    logger ??= loadPino().pino(
      { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
      { write },
    );
    logger[at](fields, message);
  };
  return {
    call: ({ tool, request, caller, began, serviceMs, status, error, refusal }) => {
      if (error === undefined && refusal === undefined && !isLogged('debug')) return;
      const ms = Math.round(performance.now() - began);
      const fields = { tool, request, caller, ms, serviceMs: Math.round(serviceMs) };
      if (refusal !== undefined) log('info', { ...fields, code: refusal }, 'call refused');
      else if (error === undefined) log('debug', { ...fields, status }, 'call');
      else if (isCallError(error))
        log(
          // Log this as an error, because every change is refused until the operator repairs the audit log.
          error.code === 'NOT_RECORDED' ? 'error' : 'info',
          { ...fields, ...what(error) },
          'call refused',
        );
      else log('error', { ...fields, ...place(error) }, 'call failed inside casebridge');
    },
    question: ({ tool, request, result }) => log('info', { tool, request, result }, 'question'),
    info: (message, fields = {}) => log('info', fields, message),
    warn: (message, fields = {}) => log('warn', fields, message),
    error: (message, error) => log('error', place(error), message),
  };
}

const what = (error: CallError) => ({
  code: error.code,
  status: error instanceof ApiError ? error.status : undefined,
  limit: error instanceof BusyError ? error.limit : undefined,
  cause: errorCode(error.cause),
});

const loadPino = (): typeof import('pino') => createRequire(import.meta.url)('pino');

function place(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    error: error.name,
    cause: errorCode(error),
    at: frames.slice(0, 5).map((line) => inSources(line.trim())),
  };
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Writes to standard error. A line that cannot be written is lost. */
function writeStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch {}
}
