import { describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { type Handler, json, useUpstream } from '../../support/servers/upstream.ts';

/** The server derives page numbers and counts from the rows, whatever names the service uses for them. */

const { start, connectTo } = useUpstream();

const taskOf = (number: number) => ({
  Id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  Name: `Task ${number}`,
});

type PageOf = (tasks: readonly object[], number: number | undefined, size: number) => object;

/**
 * Makes list calls to a service with a number of tasks.
 * @param page returns the service's response for `Page` and `PageSize`
 */
async function listOf(
  all: number,
  page: PageOf,
  calls: readonly (readonly [tool: string, args: Record<string, unknown>])[],
) {
  const tasks = Array.from({ length: all }, (_, index) => taskOf(index + 1));
  const pages: string[] = [];
  const call: Handler = (response, { target }) => {
    const query = new URL(target, 'http://service').searchParams;
    if (target.includes('/events?'))
      return json(response, 200, { Items: tasks.slice(0, 2), NextPageUrl: '/api/v2/events?Page=2' });
    if (!target.includes('/tasks?')) return json(response, 200, { Items: [] });
    pages.push(query.get('Page') ?? '-');
    const number = query.has('Page') ? Number(query.get('Page')) : undefined;
    return json(response, 200, page(tasks, number, Number(query.get('PageSize') ?? 20)));
  };
  const client = await connectTo((await start({ call })).url, { over: 'memory' });
  const told: string[] = [];
  let body: any;
  for (const [tool, args] of calls) {
    const answer = await client.callTool(tool, args);
    told.push(answer.content.map(({ text = '' }) => text).join('\n'));
    body = JSON.parse(textOf(answer));
  }
  await client.close();
  return { body, told, pages };
}

async function countOf(all: number, page: PageOf) {
  const { body, told, pages } = await listOf(all, page, [['list_tasks', { count: true }]]);
  return { count: body.count, told: told.join('\n'), pages };
}

/** Returns at most 25 rows per page, whatever page size is requested. */
const capped: PageOf = (tasks, number = 1, size) => {
  const count = Math.min(size, 25);
  return { Items: tasks.slice((number - 1) * count, number * count) };
};

/** Returns the names of the rows of several pages, requested one after another. */
async function pagesOf(
  asked: readonly (number | undefined)[],
  numberOf: (given: number | undefined) => [page: number, itself: number],
) {
  const tasks = Array.from({ length: 50 }, (_, index) => taskOf(index + 1));
  const call: Handler = (response, { target }) => {
    const query = new URL(target, 'http://service').searchParams;
    if (!target.includes('/tasks')) return json(response, 200, { Items: [] });
    const [page, itself] = numberOf(query.has('Page') ? Number(query.get('Page')) : undefined);
    const size = Number(query.get('PageSize') ?? 20);
    return json(response, 200, { Items: tasks.slice(page * size, (page + 1) * size), number: itself });
  };
  const client = await connectTo((await start({ call })).url, { over: 'memory' });
  const found: string[] = [];
  for (const page of asked) {
    const Page = page === undefined ? {} : { Page: page };
    const answer = await client.callTool('list_tasks', { PageSize: 20, ...Page });
    const next = /Page (\d+)/.exec(answer.content.map(({ text = '' }) => text).join(' '))?.[1] ?? '-';
    found.push(`${/Task \d+/.exec(textOf(answer))?.[0]}, then ${next}`);
  }
  await client.close();
  return found;
}

describe('the number of a page', () => {
  const firstToThird = ['Task 1, then 2', 'Task 21, then 3', 'Task 41, then 4'];

  it('means the same to an assistant if the service counts from 0', async () => {
    expect(await pagesOf([undefined, 2, 3], (given = 0) => [given, given])).toEqual(firstToThird);
    expect(await pagesOf([1, 2, 3], (given = 0) => [given, given])).toEqual(firstToThird);
  });

  it('is sent unchanged if the service counts from 1, whatever it returns for a page without a number', async () => {
    expect(await pagesOf([1, 2, 3], (given = 1) => [given - 1, given])).toEqual(firstToThird);
    expect(await pagesOf([undefined, 2, 3], (given) => [(given ?? 1) - 1, given ?? 0])).toEqual(firstToThird);
  });
});

describe('a list', () => {
  it('is read in full if the service counts its pages from 0', async () => {
    const { count, told } = await countOf(168, (tasks, number = 0, size) => ({
      Items: tasks.slice(number * size, (number + 1) * size),
      totalElements: tasks.length,
      number,
    }));
    expect(count).toBe(168);
    expect(told).not.toContain('moved');
  });

  it('is not called complete if the service has more than it returns, for any requested page', async () => {
    const { count, told } = await countOf(168, (tasks) => ({ Items: tasks.slice(0, 20), TotalCount: 168 }));
    expect(count).toBe(20);
    expect(told).toMatch(/20 items.*more|more.*20/is);
  });

  it('costs no further request if the total shows that it is complete', async () => {
    const { count, pages } = await countOf(30, (tasks, number = 1, size) => ({
      Items: tasks.slice((number - 1) * size, number * size),
      Total: tasks.length,
      PageNumber: number,
    }));
    expect([count, pages]).toEqual([30, ['-']]);
  });

  it('is read in full if its service counts pages from 1 and calls the one without a number 0', async () => {
    const { count, pages } = await countOf(168, (tasks, number, size) => {
      const at = Math.max(number ?? 1, 1) - 1;
      return { items: tasks.slice(at * size, (at + 1) * size), page: number ?? 0 };
    });
    expect(count).toBe(168);
    expect(pages.slice(0, 3)).toEqual(['-', '1', '2']);
  });

  it('is read in full if other lists name their next pages and this one has short pages', async () => {
    const { body } = await listOf(60, capped, [
      ['list_events', { PageSize: 10 }],
      ['list_tasks', { count: true }],
    ]);
    expect(body.count).toBe(60);
  });
});

describe('a later page', () => {
  const note = /returned 25 of 40 requested.*Page 4 may begin earlier/;

  it("has a note about its beginning if the service's pages are smaller than requested", async () => {
    const { told, pages } = await listOf(168, capped, [
      ['list_tasks', { PageSize: 40, Page: 4 }],
      ['list_tasks', { PageSize: 40, Page: 5 }],
    ]);
    expect(told[0]).toMatch(note);
    expect(told[1]).toMatch(/Page 5 may begin earlier/);
    // The server remembers what one request showed.
    expect(pages.filter((page) => page === '1').length).toBeLessThan(3);
  });

  it('has no such note if the first one is as large as requested', async () => {
    const { told } = await listOf(
      150,
      (tasks, number = 1, size) => ({ Items: tasks.slice((number - 1) * size, number * size) }),
      [['list_tasks', { PageSize: 40, Page: 4 }]],
    );
    expect(told.join()).not.toMatch(/begin earlier/);
  });
});
