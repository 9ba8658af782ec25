import { afterAll, beforeAll, expect } from 'vitest';
import {
  type LibraryClient,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { type Front, startFront } from '../../support/servers/front.ts';
export const notFound = -32602;
export const encoded = (scheme: string, value: string) => `${scheme}://${encodeURIComponent(value)}`;

/** Creates a client that reads resources, and records its requests to the service. */
export function useReading() {
  const at = {} as { service: TestService; front: Front; anna: TestClient };
  beforeAll(async () => {
    at.service = await startService();
    at.front = await startFront(at.service.url, () => undefined);
    at.anna = await at.service.connectAs('anna', { env: { CASEBRIDGE_URL: at.front.url } });
  });
  afterAll(async () => {
    await at.anna?.close();
    await at.front?.close();
    await at.service?.close();
  });
  const refused = async (uri: string, client: LibraryClient = at.anna.library) => {
    const error: any = await client.readResource({ uri }).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error, uri.slice(0, 80)).toBeDefined();
    return { code: error.code, message: String(error.message), data: error.data };
  };

  return { at, refused };
}
