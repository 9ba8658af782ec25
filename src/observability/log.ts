import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import { ApiError, BusyError, type CallError, isCallError } from '../contract/errors.ts';
import { type LogLevel, logLevels } from '../contract/log-level.ts';
import { inSources } from './source-place.ts';

/** What a line says beside its message: ids, codes and figures, never contents. */
type Fields = Readonly<Record<string, string | number | undefined>>;

/** A finished call of a tool. */
export interface CallEvent {
  readonly tool: string;
  /** Also in the record, and sent to the service. */
  readonly request: string;
  /** The principal's id. */
  readonly caller: string;
  /** On the monotonic clock. */
  readonly began: number;
  /** Of it, the time in which at least one request was at the service. */
  readonly serviceMs: number;
  readonly status?: number;
  readonly error?: unknown;
  /** Why it was stopped here: by the operator's classes, or by a human's answer. */
  readonly refusal?: string;
}

/** The bridge's log: fixed fields, one line each, on stderr. Contents of calls and answers never appear. */
export interface Log {
  call(event: CallEvent): void;
  /** A human was asked: `asked` while there is no answer, `agreed`, or the code of the refusal. */
  question(event: { readonly tool: string; readonly request: string; readonly result: string }): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** @param error only its kind, code and place are written, since messages may hold data */
  error(message: string, error?: unknown): void;
}

/** @param secrets values that are blotted out wherever they appear in a line */
export function createLog(level: LogLevel, secrets: readonly string[]): Log {
  const blots = secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const write = (line: string) => {
    writeStderr(blots.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line));
  };
  const isLogged = (at: LogLevel) => logLevels.indexOf(at) >= logLevels.indexOf(level);
  let logger: Logger | undefined;
  /** Most servers never log a line, so the library is loaded with the first one. */
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
          // Every change is refused from then on, until somebody repairs it.
          error.code === 'NOT_RECORDED' ? 'error' : 'info',
          { ...fields, ...what(error) },
          'call refused',
        );
      else log('error', { ...fields, ...place(error) }, 'call failed inside the bridge');
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

/** Standard error may be a closed pipe (EPIPE, EAGAIN): a line that is lost is better than a server that ends. */
function writeStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch {}
}
