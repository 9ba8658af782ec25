import { randomBytes } from 'node:crypto';
import { channel, createChannel } from './channel.ts';
import { connectRedis, type Redis, RefusedError } from './connection.ts';
import { createEnvelope, type Envelope } from './envelope.ts';
import { type SharedState, SharedStateError, type StateCondition } from './shared-state.ts';

export interface OnRedisOptions {
  readonly url: string;
  readonly authorities: readonly string[] | undefined;
  /** Any string, the same for all processes of the server. */
  readonly secret: string;
  /** Settings, in addition to the secret, that must be equal in all processes. */
  readonly scope: readonly string[];
  /** Called if the store becomes reachable, unreachable or full, or if another server has claimed it. */
  readonly onChange: (condition: StateCondition, why: string) => void;
  /** Called with the key of an entry that was replaced because it was not a valid claim. */
  readonly onForeign: (key: string) => void;
}

/** Lifetime of a server's claim on the store, and the interval at which a running server renews it, in milliseconds. */
const claimMs = 60_000;
const beatMs = 3000;
/** Time without a heartbeat after which a process counts as ended, in milliseconds. */
const runningMs = 10_000;
/** Maximum number of attempts to update an entry while other processes change it, before the update fails. */
const maxTries = 100;

const claimKey = 'casebridge:server';
/**
 * Claims the store. A valid claim is a string that expires within the lifetime of a claim. Any other entry is replaced,
 * because otherwise it would block all servers forever.
 * @returns the fingerprint of this server, `replaced`, or the fingerprint of another server
 */
const claimScript = `
local found = redis.pcall('GET', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
local isClaim = type(found) == 'string' and left >= 0 and left <= tonumber(ARGV[2])
if isClaim and found ~= ARGV[1] then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if found and not isClaim then return 'replaced' end
return ARGV[1]`;
/**
 * Token buckets. Arguments for each key: amount, capacity, tokens per minute. The clock is that of Redis, in
 * milliseconds.
 */
const chargeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = {}
for i, key in ipairs(KEYS) do
  local amount, capacity, rate = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local found = redis.call('HMGET', key, 'count', 'at')
  local count = capacity
  if found[1] then count = math.min(capacity, found[1] + (now - found[2]) * rate / 60000) end
  count = math.max(count - amount, -capacity)
  redis.call('HSET', key, 'count', tostring(count), 'at', now)
  redis.call('PEXPIRE', key, 120000)
  left[i] = tostring(count)
end
return left`;
const countScript = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return count`;
/** Compare and set. Returns 1 if the entry was unchanged. An empty string stands for a missing entry. */
const exchangeScript = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** The store belongs to another server, so no command may be sent. */
class OtherKeyError extends SharedStateError {}

/**
 * Creates state on Redis or a compatible store. Somebody who can read the store learns only how many entries of each
 * kind it has. While the store is unreachable, every call fails. The connection is restored automatically.
 */
export async function createRedisState(options: OnRedisOptions): Promise<SharedState> {
  const envelope = createEnvelope(options.secret, options.scope);
  let condition: StateCondition | undefined;
  const become = (next: StateCondition, why: string) => {
    if (condition === next) return;
    condition = next;
    options.onChange(next, why);
  };
  const process = randomBytes(6).toString('base64url');
  const nameOfProcess = (id: string) => envelope.nameOf(`process:${id}`);
  const claim = async (redis: Pick<Redis, 'send'>) => {
    const found = await redis.send([
      'EVAL',
      claimScript,
      '1',
      claimKey,
      envelope.fingerprint,
      String(claimMs),
    ]);
    if (found === 'replaced') options.onForeign(claimKey);
    else if (found !== envelope.fingerprint) throw new OtherKeyError('another server uses this Redis');
    await redis.send(['SET', nameOfProcess(process), '1', 'PX', String(runningMs)]);
  };
  const send: Redis['send'] = async (command, patience) => {
    if (condition === 'other key') throw new OtherKeyError('another server uses this Redis');
    try {
      return await redis.send(command, patience);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (isFull(error)) become('full', error.message);
      throw new SharedStateError(`Redis refuses a command: ${error.message}`, { cause: error });
    }
  };
  const told = createChannel(envelope, process, send);
  const redis = await connectRedis({
    url: options.url,
    authorities: options.authorities,
    onReady: async (connection) => {
      try {
        await claim(connection);
      } catch (error) {
        if (error instanceof OtherKeyError) become('other key', error.message);
        // Ignore that the store is full, because it can still be read.
        if (!(error instanceof RefusedError && isFull(error))) throw error;
      }
      become('reached', 'Redis answers');
    },
    channel,
    onMessage: (message) => told.hear(message),
    onAway: (why) => become(condition === 'other key' ? 'other key' : 'unreachable', why),
  });
  const beat = setInterval(() => {
    claim(redis).then(
      () => redis.isReached() && become('reached', 'Redis answers'),
      (error: Error) => {
        if (error instanceof OtherKeyError) become('other key', error.message);
        else if (error instanceof SharedStateError && condition !== 'other key')
          become('unreachable', error.message);
      },
    );
  }, beatMs).unref();
  await redis.tried;
  return {
    isShared: true,
    ...createEntries(envelope, send),
    count: async (key, windowMs, by = 1) =>
      Number(await send(['EVAL', countScript, '1', envelope.nameOf(key), String(by), String(windowMs)])),
    charge: async (charges) => {
      const names = charges.map(({ key }) => envelope.nameOf(key));
      const given = charges.flatMap(({ amount, capacity, perMinute }) =>
        [amount, capacity, perMinute].map(String),
      );
      const left = await send(['EVAL', chargeScript, String(names.length), ...names, ...given], 'short');
      return (left as readonly unknown[]).map(Number);
    },
    tell: told.tell,
    listen: told.listen,
    process,
    isRunning: async (id) => (await send(['EXISTS', nameOfProcess(id)])) === 1,
    secretFor: envelope.secretFor,
    condition: () => condition ?? 'unreachable',
    close: async () => {
      clearInterval(beat);
      await redis.close();
    },
  };
}

const isFull = ({ message }: Error) => message.startsWith('OOM');

function createEntries(
  envelope: Envelope,
  send: Redis['send'],
): Pick<SharedState, 'get' | 'put' | 'take' | 'update'> {
  const opened = (name: string, found: unknown) =>
    typeof found === 'string' ? envelope.open(name, found) : undefined;
  return {
    get: async (key) => {
      const name = envelope.nameOf(key);
      return opened(name, await send(['GET', name]));
    },
    put: async (key, value, lifetimeMs) => {
      const name = envelope.nameOf(key);
      await send(['SET', name, envelope.close(name, value), 'PX', String(lifetimeMs)]);
    },
    take: async (key) => {
      const name = envelope.nameOf(key);
      return opened(name, await send(['GETDEL', name]));
    },
    update: async (key, lifetimeMs, change) => {
      const name = envelope.nameOf(key);
      for (let tries = 0; tries < maxTries; tries += 1) {
        const found = await send(['GET', name]);
        const closed = typeof found === 'string' ? found : '';
        const next = change(opened(name, found));
        const fresh = next === undefined ? '' : envelope.close(name, next);
        const done = await send(['EVAL', exchangeScript, '1', name, closed, fresh, String(lifetimeMs)]);
        if (done === 1) return;
      }
      throw new SharedStateError('an entry changes too often');
    },
  };
}
