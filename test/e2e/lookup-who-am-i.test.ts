import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientKinds, startService, type TestService, textOf } from '../support/harness.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

describe('who_am_i', () => {
  it.each(clientKinds)('tells a %s client the user, the policy and the local time', async (kind) => {
    const client = await service.connectAs('anna', { kind, args: ['--time-zone', 'Asia/Tokyo'] });
    const answer = await client.callTool('who_am_i');
    expect(textOf(answer)).toMatch(/^You are Anna Petrova \(anna@example\.com, .+\), id [\da-f-]{36}\.\n/);
    expect(textOf(answer)).toMatch(
      /Now: \w{3} \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Tokyo\. Server: casebridge \d/,
    );
    expect((answer as any).structuredContent).toMatchObject({
      user: { name: 'Anna Petrova', groups: ['Судебная практика'] },
      allowed: ['read', 'create', 'update', 'delete', 'outbound', 'admin'],
      time_zone: 'Asia/Tokyo',
    });
    await client.close();
  });

  it('says so where the sign-in names a user whose record may not be read', async () => {
    const client = await service.connectAs('client1', { args: ['--allow', 'read,create'] });
    const answer = await client.callTool('who_am_i');
    expect(answer.isError).toBeFalsy();
    expect(textOf(answer)).toContain('Signed in with client1.');
    expect(textOf(answer)).toContain('The operator allows: read, create.');
    expect(answer.content[1]?.text).toBe(
      'Withheld: your user record (the signed-in user has no permission to see them).',
    );
    expect((answer as any).structuredContent.notes.slice(1)).toEqual([answer.content[1]?.text]);
    await client.close();
  });

  it('refuses a time zone that nobody knows before it serves anything', async () => {
    await expect(service.connectAs('anna', { args: ['--time-zone', 'Mars/Olympus'] })).rejects.toThrow();
  });
});
