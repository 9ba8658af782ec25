import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import type { Quirks } from './quirks.ts';
import { seedWorld } from './seed/index.ts';
import { createWorld, type Settings, type World } from './world.ts';

/** A running embedded service. */
export interface Sandbox {
  /** Base URL without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Where this service tells the MCP connection settings. */
  readonly mcpSettingsPath: string;
  /** A lawyer of the sample data, for whoever just wants to try. */
  readonly user: { readonly login: string; readonly password: string };
  /** Puts the sample data back as they were at the start; tokens that were given out are gone. */
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
  readonly settings?: Partial<Settings>;
  /** Ways in which this service deviates from current live instances: `quirks.ts` lists them. */
  readonly quirks?: Partial<Quirks>;
}

/** Starts the embedded case-management service on 127.0.0.1, in memory, with its sample data. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let world: World;
  let app: ReturnType<typeof createApp>;
  let origin = '';
  const reset = () => {
    world = createWorld({
      now: options.now ?? (() => new Date()),
      seed: options.seed ?? 'sandbox',
      ...(options.settings ? { settings: options.settings } : {}),
      ...(options.quirks ? { quirks: options.quirks } : {}),
    });
    world.origin = origin;
    seedWorld(world);
    app = createApp(world);
  };
  reset();
  const server = serve({
    fetch: (request) => app.fetch(request),
    hostname: '127.0.0.1',
    port: options.port ?? 0,
  });
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  reset();
  return {
    url: origin,
    get mcpSettingsPath() {
      return world.settings.mcpSettingsPath;
    },
    user: { login: 'anna', password: 'sandbox-anna' },
    reset,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
