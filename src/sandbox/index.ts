import { createFaultPlan, type FaultRule, type Faults } from './faults/fault-rules.ts';
import { openListener, type RequestEntry } from './faults/listener.ts';
import { createApp } from './http/app.ts';
import type { Quirks } from './quirks/quirks.ts';
import { type DataSet, seedWorld } from './seed/index.ts';
import { useOtherWords } from './seed/other-words.ts';
import { copyRecords } from './state/copy-records.ts';
import type { Settings } from './state/settings.ts';
import { createWorld, type World } from './state/state.ts';

/** A running embedded service. */
export interface Sandbox {
  /** Base URL without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Where this service tells the MCP connection settings. */
  readonly mcpSettingsPath: string;
  /** Where it tells whose token a request carries. */
  readonly userInfoPath: string;
  /** A lawyer of the sample data, for whoever just wants to try. */
  readonly user: { readonly login: string; readonly password: string };
  /** What goes wrong from now on. */
  readonly faults: Faults;
  /** What has arrived, oldest first: the last 10,000 requests at most. */
  readonly requests: readonly RequestEntry[];
  /** Puts data and faults back as they were at the start; the requests and the tokens that were given out are gone. */
  reset(): void;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** The service's clock; all sample dates are relative to it. Default: the machine's. */
  readonly now?: () => Date;
  /** Decides the ids of new records. Default: `sandbox`. */
  readonly seed?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** `large` adds 10,000 participants, 3,000 cases and 300 folders. Default: `small`. */
  readonly data?: DataSet;
  readonly settings?: Partial<Settings>;
  /** The kind of deployment that is played: `quirks/profiles.ts` lists them. */
  readonly profile?: string;
  /** Ways in which this service deviates from its profile: `quirks.ts` lists them. */
  readonly quirks?: Partial<Quirks>;
  /** What goes wrong from the start: `faults.ts` lists the kinds. */
  readonly faults?: readonly FaultRule[];
}

/** Starts the embedded case-management service on 127.0.0.1, in memory, with its sample data. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let world = buildWorld(options);
  /** The sample data of a day, made when they are put back first: copying them takes a tenth of the time. */
  let sample: World | undefined;
  const app = createApp(() => world);
  const { take, ...faults } = createFaultPlan();
  faults.set(options.faults ?? []);
  const { origin, requests, close } = await openListener(
    options.port ?? 0,
    { ...faults, take },
    {
      fetch: (request) => app.fetch(request),
      expireToken: (authorization) => expireToken(world, authorization),
      forgetSessions: () => world.sessions.clear(),
    },
  );
  world.origin = origin;
  return {
    url: origin,
    get mcpSettingsPath() {
      return world.settings.mcpSettingsPath;
    },
    get userInfoPath() {
      return world.settings.userInfoPath;
    },
    user: { login: 'anna', password: 'sandbox-anna' },
    faults,
    requests,
    reset: () => {
      world = emptyWorld(options);
      if (sample === undefined || dayOf(sample) !== dayOf(world)) sample = buildWorld(options);
      copyRecords(sample, world);
      world.origin = origin;
      faults.set(options.faults ?? []);
      requests.length = 0;
    },
    close,
  };
}

function buildWorld(options: SandboxOptions): World {
  const world = emptyWorld(options);
  seedWorld(world, options.data);
  if (world.quirks.words === 'other') useOtherWords(world);
  return world;
}

const emptyWorld = ({ now = () => new Date(), seed = 'sandbox', ...kind }: SandboxOptions): World =>
  createWorld({ now, seed, ...kind });

/** All that the sample data take from the clock. */
const dayOf = ({ startedAt }: World): string => new Date(startedAt).toISOString().slice(0, 10);

function expireToken(world: World, authorization: string | undefined): void {
  const session = world.sessions.get(authorization?.replace(/^Bearer /i, ''));
  if (session) world.sessions.insert({ ...session, expiresAt: 0 });
}
