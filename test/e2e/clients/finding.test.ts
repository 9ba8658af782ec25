import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('anna');
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const found = async (query: string): Promise<string> =>
  (await client.callTool('find_operations', { query })).content[0]?.text ?? '';

describe('the answer of find_operations', () => {
  it('shows the first sentence of each description whole, with the part in brackets', async () => {
    const answer = await found('create a participant');
    expect(answer).toContain('Creates a company or an individual (not a user of the service). Arguments: ');
    for (const line of answer.split('\n')) {
      const sentence = line.split(' Arguments: ', 1)[0] ?? '';
      expect([line, sentence.split('(').length]).toEqual([line, sentence.split(')').length]);
    }
  });

  it('describes only close matches, and names the others', async () => {
    expect(await found('archive a case')).toMatch(/^Less likely: [a-z_]+, /m);
    expect(await found('archive a case')).not.toMatch(/^extract_archive/m);
    expect(await found('notify user')).not.toMatch(/^send_call_notification/m);
  });

  it('shows the fields of the entries of a list', async () => {
    expect(await found('set role permissions')).toContain('Permissions* [{Section, AccessLevel}]');
    const days = await found('declare a holiday');
    expect(days).toContain('Dates [YYYY-MM-DD], Intervals [{Start, End}]');
    expect(days).toContain('a list left out stays');
  });

  it('shows the few values that an argument can have', async () => {
    expect(await found('new contact in the database')).toContain('Type* Individual or Company');
  });

  it.each(['add comment to task', 'document version history, who changed', 'expenses of a case'])(
    'starts with the statement that no operation does that: %s',
    async (query) => {
      expect(await found(query)).toMatch(/^This is not possible here: no operation /);
    },
  );
});
