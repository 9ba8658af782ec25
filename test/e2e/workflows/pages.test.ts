import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';
import { groupId } from '../../support/sample-ids.ts';
import { json, useUpstream } from '../../support/servers/upstream.ts';

/** A service that never reports the next page. However small its pages are, missing rows must be reported. */

const asked: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['anna', 'find_case', { query: 'Northbridge' }],
  ['anna', 'find_case', { responsible: 'Anna Petrova' }],
  ['anna', 'find_person', { query: 'Hale' }],
  ['anna', 'case_brief', { case: 'CL-2026-000123' }],
  ['anna', 'case_timeline', { case: 'CL-2026-000123' }],
  ['admin', 'workload', {}],
  ['anna', 'agenda', { group: groupId('Litigation'), from: '2026-02-01', to: '2026-05-01' }],
  ['anna', 'agenda', {}],
];

describe.each([
  ['and gives 100 items', 100],
  ['and gives 15 items', 15],
  ['and gives 7 items', 7],
] as const)('a service that never names the next page, %s', (_, pageSize) => {
  let whole: Lookups;
  let bare: Lookups;
  beforeAll(async () => {
    whole = await connectLookups();
    bare = await connectLookups({ quirks: { nextPageUrl: 'null' }, settings: { pageSize } });
  });
  afterAll(async () => {
    await whole?.close();
    await bare?.close();
  });

  it.each(asked)('answers %s as any other: %s %j', async (login, name, args) => {
    const answer = await bare.ask(login, name, args);
    expect(answer.isError, answer.text).toBe(false);
    const facts = ({ text }: { text: string }) => text.replace(/; now [^\n]*/, '');
    expect(facts(answer)).toBe(facts(await whole.ask(login, name, args)));
  });

  it('has names found that are on a later page', async () => {
    const admin = await bare.as('admin');
    const users: { Id: string; Name: string; Email: string }[] = (
      await admin.call('list_users', { all: true })
    ).Items;
    const last = users.at(-1);
    expect((await admin.call('get_user', { id: last?.Email })).Id).toBe(last?.Id);
  });

  it('is asked for all of a list up to its end', async () => {
    for (const tool of ['search_cases', 'list_tasks', 'list_users', 'list_participants']) {
      const options = { all: true, fields: ['Id'] };
      const [all, there] = await Promise.all(
        [bare, whole].map(async (one) => (await one.as('admin')).callTool(tool, options)),
      );
      expect(textOf(all as never), tool).toBe(textOf(there as never));
    }
  });

  it('has a note on each page that the next one is unknown', async () => {
    const admin = await bare.as('admin');
    const { content } = await admin.callTool('list_tasks', {});
    expect(content.at(-1)?.text).toContain(
      'The service does not say whether there is more. To check: the same call with Page 2.',
    );
    const { content: none } = await admin.callTool('list_tasks', { Page: 1000 });
    expect(JSON.stringify(none)).not.toContain('whether there is more');
  });
});

describe('a service', () => {
  const { start, connectTo } = useUpstream();
  const rows = (from: number, to: number) =>
    Array.from({ length: Math.max(to - from, 0) }, (_, index) => ({
      Id: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
      Name: `Task ${from + index}`,
    }));

  it('that names next pages is taken at its word, and asked once whether it does', async () => {
    const upstream = await start({
      call: (response, { target }) => {
        const size = Number(/PageSize=(\d+)/.exec(target)?.[1] ?? 100);
        json(response, 200, {
          Items: rows(0, 12).slice(0, size),
          NextPageUrl: size < 12 ? 'https://elsewhere.example/api/v2/tasks?page=2' : null,
        });
      },
    });
    const client = await connectTo(upstream.url);
    for (const tool of ['list_tasks', 'list_users', 'list_tasks']) {
      const { content } = await client.callTool(tool);
      expect(content).toHaveLength(1);
    }
    expect(upstream.requests(/\/api\/v2\/(tasks|users)/)).toHaveLength(4);
  });

  it.each(['Id', 'TaskGuid'])(
    'that answers each page with the whole list is asked no further, and its items come once (%s)',
    async (called) => {
      const all = rows(0, 40).map(({ Id, ...rest }) => ({ [called]: Id, ...rest }));
      const upstream = await start({ call: (response) => json(response, 200, all) });
      const client = await connectTo(upstream.url);
      const answer = await client.callTool('list_tasks', { all: true, fields: [called] });
      expect(JSON.parse(textOf(answer))).toHaveLength(40);
      expect(JSON.stringify(answer.content)).not.toContain('came twice');
      expect(upstream.requests(/\/api\/v2\/tasks/).length).toBeLessThanOrEqual(3);
    },
  );

  it('that gives lists bare has its pages joined', async () => {
    const upstream = await start({
      call: (response, { target }) => {
        const page = Number(/Page=(\d+)/.exec(target)?.[1] ?? 1);
        json(response, 200, rows((page - 1) * 15, Math.min(page * 15, 36)));
      },
    });
    const client = await connectTo(upstream.url);
    const answer = await client.callTool('list_tasks', { all: true, fields: ['Id'] });
    expect(JSON.parse(textOf(answer))).toHaveLength(36);
  });

  it('that names the same next page for ever is not asked for ever', async () => {
    const upstream = await start({
      call: (response) => json(response, 200, { Items: rows(0, 20), NextPageUrl: '/api/v2/tasks?page=2' }),
    });
    const client = await connectTo(upstream.url);
    const answer = await client.callTool('list_tasks', { all: true, fields: ['Id'] });
    expect(JSON.parse(textOf(answer)).Items).toHaveLength(20);
    expect(upstream.requests(/\/api\/v2\/tasks/)).toHaveLength(2);
  });

  it('that has more of a list without a page argument has a note about it', async () => {
    const upstream = await start({
      call: (response) =>
        json(response, 200, { Items: rows(0, 3), NextPageUrl: '/api/v2/dictionaries?page=2' }),
    });
    const client = await connectTo(upstream.url);
    const { content } = await client.callTool('list_dictionaries', {});
    expect(content.at(-1)?.text).toBe(
      'The list continues, but this tool has no argument to request the rest.',
    );
  });
});
