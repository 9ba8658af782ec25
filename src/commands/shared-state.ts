import type { OpenShared } from '../app.ts';
import { type Config, UsageError } from '../config/command-line.ts';
import { authoritiesOf } from '../config/network.ts';
import { settings } from '../config/settings.ts';
import { worded } from '../contract/worded.ts';
import type { StateCondition } from '../shared-state/shared-state.ts';
import { commandMessages } from './messages.ts';

/**
 * Returns a function that opens the state that the processes of a server share; undefined if the operator sets no
 * store.
 * @throws UsageError if the session key is missing
 */
export function sharedStateOf(config: Config): OpenShared | undefined {
  const { redis, sessionKey, publicUrl } = config.http;
  if (redis === undefined) return undefined;
  if (sessionKey === undefined)
    throw new UsageError(commandMessages.sharedNeedsKey, {
      redis: settings.http.redis.env,
      key: settings.http.sessionKey.env,
    });
  return async (service, log) => {
    const { createRedisState } = await import('../shared-state/on-redis.ts');
    const state = await createRedisState({
      url: redis,
      authorities: authoritiesOf(config),
      secret: sessionKey,
      scope: [service.href, publicUrl ?? ''],
      onChange: (condition, why) =>
        condition === 'reached'
          ? log.info('Redis is reached')
          : log.warn(`${words[condition]}: ${consequences}`, { why }),
      onForeign: (key) => log.warn(foreign, { key }),
    });
    if (state.condition() === 'other key') {
      await state.close();
      throw new UsageError(otherKey);
    }
    return state;
  };
}

/** Warning for an operator who started processes that do not belong together. */
const otherKey = worded(commandMessages.otherKey, {
  redis: settings.http.redis.env,
  key: settings.http.sessionKey.env,
  url: settings.service.url.env,
  publicUrl: settings.http.publicUrl.env,
});

const words: Readonly<Record<Exclude<StateCondition, 'reached' | 'own'>, string>> & Record<string, string> = {
  unreachable: 'Redis cannot be reached',
  'other key': otherKey.en,
  full: 'Redis is full',
};
const foreign =
  'another program overwrote an entry of casebridge in Redis, and casebridge replaced it: no other program should be able to write there';
const consequences =
  'until then nobody can sign in, changes that need confirmation are refused, and limits apply to each process separately';
