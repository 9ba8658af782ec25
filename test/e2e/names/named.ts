import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

export const idOf = (kind: string, number: number) =>
  `00000000-0000-4000-8000-${kind}${number.toString(16).padStart(12 - kind.length, '0')}`;
export const smith = idOf('ca5e', 1);
export const vector = idOf('ca5e', 2);

/** Creates a client that passes names instead of ids, and records the requests to the service. */
export function useNamed() {
  const at = {} as { service: TestService; anna: TestClient };
  beforeAll(async () => {
    at.service = await startService();
    at.anna = await at.service.connectAs('anna');
  });
  beforeEach(() => {
    (at.service.requests as unknown[]).length = 0;
  });
  afterAll(async () => {
    await at.anna?.close();
    await at.service?.close();
  });

  /** Returns the requests since the test began, as `METHOD /path`, without requests for tokens. */
  const sent = () =>
    at.service.requests
      .map(({ method, path }) => `${method} ${path}`)
      .filter((request) => !request.includes('/auth/'));
  /** Returns the requests that changed data or tried to. */
  const changes = () =>
    sent().filter((request) => !/^GET |\/Get(?:Cases|Objects)$|^POST \/api\/v3\/documents$/.test(request));

  return { at, sent, changes };
}
