import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { type Call, createCaller } from '../sandbox/client.ts';
import { bothLanguages, profileInUse } from './clients/profile.ts';

/** When the clock of a service that stands still stands at first: a Wednesday morning. */
const start = Date.parse('2026-03-04T09:00:00.000Z');

/** The embedded service of a file of tests, as it is at the moment. */
export interface UsedSandbox
  extends Pick<Sandbox, 'url' | 'mcpSettingsPath' | 'faults' | 'requests' | 'reset'> {
  /** Any request, as one of the sample users. */
  readonly call: Call;
  /** In milliseconds since the epoch, where the clock stands still until it is moved. */
  time: number;
}

/**
 * For a file of tests: one embedded service, which is as at first before each of them, and ends with the file.
 * @param isStill its clock stands where `time` says
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
