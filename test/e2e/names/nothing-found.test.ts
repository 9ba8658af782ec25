import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAltered } from '../../support/clients/altered.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import type { Alter } from '../../support/servers/front.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterAll(() => workflows?.close());

/** Removes filtered results of participants. Only the full list keeps its rows, because it is long. */
const lacking: Alter = (body, request) =>
  request === 'GET /api/v2/participants' && body.Items.length < 20
    ? { ...body, Items: [], TotalCount: 0, Count: 0 }
    : body;

const doubt = /Uncertain|may exist/;

/** Makes a call with a new server, which has not sent any request to the service yet. */
const askNewServer = async (name: string, args: Record<string, unknown>) => {
  const client = await workflows.service.connectAs('anna', { own: true });
  try {
    const { content } = await client.callTool(name, args);
    return content.map(({ text = '' }) => text).join('\n');
  } finally {
    await client.close();
  }
};

describe('an empty answer', () => {
  it.each([
    ['find_person', { person: 'Tom Reilly' }],
    ['find_person', { person: 'Кравцов Денис' }],
    ['find_case', { query: 'Zyzzyva Holdings' }],
    ['find_case', { party: 'Zyzzyva Holdings' }],
    ['query_records', { sql: "select count(*) from tasks where name = 'Zyzzyva'" }],
  ])('leaves no doubt if a read shows that the service applies the filter: %s %j', async (name, args) => {
    expect(await askNewServer(name, args)).not.toMatch(doubt);
  });

  it('begins with the doubt and names the call that checks it if the service shows nothing else', async () => {
    const altered = await connectAltered({ data: 'large' });
    try {
      const { text, notes } = await altered.ask(lacking, 'find_person', { person: 'Tom Reilly' });
      expect(text).toMatch(/^(?:.*\n){0,2}Uncertain, see the notes: Nobody matches\./);
      expect(notes.join()).toContain('To check, call list_participants without Name.');
    } finally {
      await altered.close();
    }
  });
});
