import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type Call, createCaller } from '../sandbox/client.ts';
import { bothLanguages, profileInUse } from './clients/profile.ts';

/** Initial time of a service whose clock is stopped: a Wednesday morning. */
const start = Date.parse('2026-03-04T09:00:00.000Z');

/** Embedded service for a test file. */
export interface UsedSandbox
  extends Pick<Sandbox, 'url' | 'mcpSettingsPath' | 'faults' | 'requests' | 'reset'> {
  /** Sends any request as one of the sample users. */
  readonly call: Call;
  /** Time of a stopped clock, in milliseconds since the epoch. Tests set it. A running clock ignores it. */
  time: number;
}

/**
 * Starts one embedded service for a test file. It is reset before each test and closed after the last one.
 * @param isStill whether its clock is stopped at `time`
 */
export function useSandbox({
  isStill = false,
  ...options
}: Omit<SandboxOptions, 'now'> & { readonly isStill?: boolean } = {}): UsedSandbox {
  let sandbox: Sandbox;
  let call: Call;
  beforeAll(async () => {
    sandbox = await createSandbox({
      profile: profileInUse,
      ...options,
      quirks: { ...bothLanguages, ...options.quirks },
      ...(isStill ? { now: () => new Date(used.time) } : {}),
    });
  });
  afterAll(() => sandbox?.close());
  beforeEach(() => {
    used.time = start;
    sandbox.reset();
    call = createCaller(() => sandbox.url);
  });
  const used: UsedSandbox = {
    time: start,
    call: (...request) => call(...request),
    get url() {
      return sandbox.url;
    },
    get mcpSettingsPath() {
      return sandbox.mcpSettingsPath;
    },
    get faults() {
      return sandbox.faults;
    },
    get requests() {
      return sandbox.requests;
    },
    reset: () => sandbox.reset(),
  };
  return used;
}
