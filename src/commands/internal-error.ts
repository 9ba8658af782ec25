import { inspect } from 'node:util';
import type { Config } from '../config/command-line.ts';
import { secretsOf } from '../config/secrets.ts';
import { inSources } from '../observability/source-place.ts';

/**
 * What to say about an error that is ours. Where it is, is said always; its message, which may hold data, only to
 * whoever asked for the debug level, and without the configured secrets.
 * @param config of the run, which may be what failed
 */
export function internalError(error: unknown, config: () => Config): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const places = stack
    .split('\n')
    .map((line) => inSources(line).split(/[\\/]/).at(-1)?.replace(/\)$/, '') ?? '');
  const place = places.find((last) => /^[\w.-]+\.[jt]s:\d+:\d+$/.test(last));
  const what = `stopped by an internal error (${name}${place === undefined ? '' : ` at ${place}`})`;
  const chosen = settingsOf(config);
  if (chosen?.logLevel !== 'debug') return `${what}; with --log-level debug it says more.`;
  const blotted = secretsOf(chosen).reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '[secret]') : text),
    inspect(error, { depth: 1 }),
  );
  return `${what}\n${blotted}`;
}

function settingsOf(config: () => Config): Config | undefined {
  try {
    return config();
  } catch {
    return undefined;
  }
}
