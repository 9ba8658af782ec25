import { inspect } from 'node:util';
import type { Config } from '../config/command-line.ts';
import { secretsOf } from '../config/secrets.ts';
import type { Worded } from '../contract/language.ts';
import { joined, worded } from '../contract/worded.ts';
import { inSources } from '../observability/source-place.ts';
import { commandMessages } from './messages.ts';

/**
 * Describes an internal error. Always includes its location in the program. Includes its message, which may contain
 * data, only at log level `debug` and without the configured secrets.
 * @param config returns the settings of the run, undefined if they were not read; reading them may have caused the error
 */
export function internalError(error: unknown, config: (() => Config) | undefined): Worded {
  const { name, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const places = stack
    .split('\n')
    .map((line) => inSources(line).split(/[\\/]/).at(-1)?.replace(/\)$/, '') ?? '');
  const place = places.find((last) => /^[\w.-]+\.[jt]s:\d+:\d+$/.test(last));
  const what = worded(commandMessages.internalError, {
    name,
    place: place === undefined ? '' : worded(commandMessages.atPlace, { place }),
  });
  const chosen = settingsOf(config);
  if (chosen?.log.level !== 'debug') return worded(commandMessages.debugSaysMore, { what });
  const blotted = secretsOf(chosen).reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '[secret]') : text),
    inspect(error, { depth: 1 }),
  );
  return joined([what, blotted], '\n');
}

function settingsOf(config: (() => Config) | undefined): Config | undefined {
  try {
    return config?.();
  } catch {
    return undefined;
  }
}
