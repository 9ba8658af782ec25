import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import { isCallError } from './api/errors.ts';

/** The bridge's log: fixed fields, one line each, on stderr. Contents of calls and answers never appear. */
export interface Log {
  /** A finished tool call; `began` is a `performance.now()`. */
  call(event: {
    readonly tool: string;
    /** Also in the record, and sent to the service. */
    readonly request: string;
    readonly began: number;
    readonly status?: number;
    readonly error?: unknown;
  }): void;
  info(message: string): void;
  warn(message: string): void;
  /** @param error only its kind, code and place are written, since messages may hold data */
  error(message: string, error?: unknown): void;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** @param secrets values that are blotted out wherever they appear in a line */
export function createLog(level: LogLevel, secrets: readonly string[]): Log {
  const blots = secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const write = (line: string) => {
    writeStderr(blots.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line));
  };
  let logger: Logger | undefined;
  /** Most servers never log a line, so the library is loaded with the first one. */
  const log = (at: Exclude<LogLevel, 'silent'>, fields: object, message: string) => {
    if (logLevels.indexOf(at) < logLevels.indexOf(level)) return;
    logger ??= loadPino().pino(
      { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
      { write },
    );
    logger[at](fields, message);
  };
  return {
    call: ({ tool, request, began, status, error }) => {
      const ms = Math.round(performance.now() - began);
      if (error === undefined) log('debug', { tool, request, status, ms }, 'call');
      else if (isCallError(error))
        log(
          error.code === 'NOT_RECORDED' ? 'error' : 'info',
          { tool, request, code: error.code, ms, cause: errorCode(error.cause) },
          'call refused',
        );
      else log('error', { tool, request, ms, ...place(error) }, 'call failed inside the bridge');
    },
    info: (message) => log('info', {}, message),
    warn: (message) => log('warn', {}, message),
    error: (message, error) => log('error', place(error), message),
  };
}

const loadPino = (): typeof import('pino') => createRequire(import.meta.url)('pino');

function place(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { error: error.name, cause: errorCode(error), at: frames.slice(0, 5).map((line) => line.trim()) };
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A reader that went away must not take the server with it. */
function writeStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch {}
}
