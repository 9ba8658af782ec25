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
  /** Path of the MCP connection settings. */
  readonly mcpSettingsPath: string;
  /** Path that returns the user of a token. */
  readonly userInfoPath: string;
  /** A lawyer in the sample data, for a quick trial. */
  readonly user: { readonly login: string; readonly password: string };
  /** Active faults. A change affects only later requests. */
  readonly faults: Faults;
  /** Received requests, oldest first, at most the last 10,000. */
  readonly requests: readonly RequestEntry[];
  /** Restores data and faults to their initial state. Removes recorded requests and issued tokens. */
  reset(): void;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** The service's clock; all sample dates are relative to it. Default: the machine's. */
  readonly now?: () => Date;
  /** Seed for ids of new records. Default: `sandbox`. */
  readonly seed?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** `large` adds 10,000 participants, 3,000 cases and 300 folders. Default: `small`. */
  readonly data?: DataSet;
  readonly settings?: Partial<Settings>;
  /** Simulated kind of deployment: see `quirks/profiles.ts`. */
  readonly profile?: string;
  /** Deviations from the profile: see `quirks/quirks.ts`. */
  readonly quirks?: Partial<Quirks>;
  /** Initial faults: see `faults/fault-rules.ts`. */
  readonly faults?: readonly FaultRule[];
}

/** Starts the embedded case-management service on 127.0.0.1, in memory, with its sample data. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let world = buildWorld(options);
  /** Sample data for one day, created on the first reset. Copying it takes a tenth of the time of building it. */
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

/** Returns the current day of a state's clock. The sample data depends on nothing else. */
const dayOf = ({ startedAt }: World): string => new Date(startedAt).toISOString().slice(0, 10);

function expireToken(world: World, authorization: string | undefined): void {
  const session = world.sessions.get(authorization?.replace(/^Bearer /i, ''));
  if (session) world.sessions.insert({ ...session, expiresAt: 0 });
}
