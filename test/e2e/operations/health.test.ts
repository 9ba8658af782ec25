import { afterEach, describe, expect, it } from 'vitest';
import { startService, type TestClient } from '../../support/clients/harness.ts';
import { startFront } from '../../support/servers/front.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of opened.splice(0).reverse()) await item.close();
});
function open<T extends { close(): Promise<void> }>(item: T): T {
  opened.push(item);
  return item;
}

describe('health', () => {
  it('is told in both versions, also to a user who cannot sign in', async () => {
    const service = open(await startService());
    const blocked: TestClient = open(await service.connectAs('blocked'));
    expect(await blocked.call('check_health')).toMatchObject({
      status: 'Healthy',
      entries: {
        globalLog: { data: { errorCount: 0 } },
        requestProcessingTime: { status: 'Healthy', data: { longRequestCount: 0 } },
      },
    });
    expect(await blocked.call('check_health_v2')).toEqual({ Status: 'OK', DbStatus: 'OK' });
    expect(await blocked.refusal('list_users')).toMatch(/^SIGN_IN_FAILED/);
  });

  it('counts refusals of the service', async () => {
    const service = open(await startService());
    const anna = open(await service.connectAs('anna', { kind: 'v1' }));
    const warnings = async () => (await anna.call('check_health')).entries.globalLog.data.warningCount;
    const before = await warnings();
    await anna.refusal('list_role_permissions', { RoleId: '11111111-1111-4111-8111-111111111111' });
    expect(await warnings()).toBe(before + 1);
  });

  it('is an answer and no failure when the service is degraded', async () => {
    // With this limit, every request counts as slow.
    const settings = { healthTracking: true, healthMaxExecutionTime: -1, healthCountForDegraded: 1 };
    const service = open(await startService({ settings }));
    const anna = open(await service.connectAs('anna', { kind: 'v2 pinned' }));
    await anna.call('list_legal_forms');
    const health = await anna.call('check_health');
    expect(health).toMatchObject({
      status: 'Degraded',
      entries: { requestProcessingTime: { status: 'Degraded' } },
    });
    expect(health.entries.requestProcessingTime.data.longRequestCount).toBeGreaterThan(0);
  });

  it('is refused with a clear message if the service does not work at all, after some retries', async () => {
    const service = open(await startService());
    const front = open(
      await startFront(service.url, (request) => (request.endsWith('/health') ? 503 : undefined)),
    );
    const anna = open(await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } }));
    for (const tool of ['check_health', 'check_health_v2'])
      expect(await anna.refusal(tool)).toMatch(/^API_ERROR 503: .*\nTrying again later can help\./);
    expect(front.requests).toEqual([
      ...Array(3).fill('GET /api/v3/health'),
      ...Array(3).fill('GET /api/v2/health'),
    ]);
  });
});
