import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient } from '../support/clients/harness.ts';
import { lookupResult } from '../support/clients/workflows.ts';

/** Lists with count, sorting and columns, at services that lack or rename fields. */

interface At {
  readonly client: TestClient;
  close(): Promise<void>;
}

async function connectTo(profile: string): Promise<At> {
  const service = await startService({ profile });
  const client = await service.connectAs('anna', {
    over: 'memory',
    args: ['--time-zone', 'Europe/Moscow'],
    env: { CASEBRIDGE_LEARN: 'on' },
  });
  return {
    client,
    close: async () => {
      await client.close();
      await service.close();
    },
  };
}

const questions = [
  ['search_cases', { count: true }],
  ['search_cases', { count: true, Status: 'InWork' }],
  ['search_cases', { count: true, Name: 'Вектор' }],
  ['search_cases', { show: ['ClaimAmount', 'responsible', 'status'], sort: 'ClaimAmount desc', PageSize: 4 }],
  ['search_cases', { show: ['суд', 'created'], sort: 'created', PageSize: 5, Page: 2 }],
  ['list_tasks', { count: true }],
  ['list_tasks', { show: ['due', 'is_open', 'case_name'], sort: 'due desc, name', PageSize: 5 }],
  ['list_participants', { show: ['kind', 'inn'], sort: 'name', PageSize: 10 }],
  ['list_users', { count: true }],
] as const;

let described: At;
beforeAll(async () => {
  described = await connectTo('described');
});
afterAll(() => described?.close());

describe.each(['2023', 'convenient', 'hostile', 'sparse', 'renamed'])('on profile %s', (profile) => {
  let at: At;
  beforeAll(async () => {
    at = await connectTo(profile);
  });
  afterAll(() => at?.close());

  it.each(questions)('%s %j is the same as with profile described, or has a note', async (tool, args) => {
    const right = lookupResult(await described.client.callTool(tool, { ...args }));
    const answer = lookupResult(await at.client.callTool(tool, { ...args }));
    const isSaid =
      answer.isError ||
      /This service does not return|ignored|could not be checked|it is not known whether this service filters by|may apply the filters|name not returned by this service/.test(
        `${answer.notes.join()} ${answer.text}`,
      );
    if (!isSaid) expect(answer.text).toBe(right.text);
  });
});
