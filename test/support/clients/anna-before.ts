import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Front, type Otherwise, startFront } from '../servers/front.ts';
import { type ConnectOptions, startService, type TestClient, type TestService } from './harness.ts';

/** Clients signed in as Anna: one for the embedded service, others for services with a different wire format. */
export interface Annas {
  readonly service: TestService;
  readonly anna: TestClient;
  readonly annaBefore: (
    otherwise: Otherwise,
    given?: ConnectOptions,
  ) => Promise<{ front: Front; client: TestClient }>;
}

/** Resets the service before each test. After each test, closes the servers and clients that it opened. */
export function useAnnas(): Annas {
  let service: TestService;
  let anna: TestClient;
  const opened: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    service = await startService();
    anna = await service.connectAs('anna');
  });
  beforeEach(() => service.reset());
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  afterAll(async () => {
    await anna?.close();
    await service?.close();
  });
  return {
    get service() {
      return service;
    },
    get anna() {
      return anna;
    },
    annaBefore: async (otherwise, given = {}) => {
      // Only a test that sets the time zone needs a separate process.
      const options: ConnectOptions = given.env?.TZ === undefined ? { over: 'memory', ...given } : given;
      const front = await startFront(service.url, undefined, undefined, otherwise);
      const env = { CASEBRIDGE_URL: front.url, CASEBRIDGE_ANSWER_TOKENS: '8000', ...options.env };
      const client = await service.connectAs('anna', { ...options, env });
      opened.push(front.close, client.close);
      return { front, client };
    },
  };
}
