import { describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { type Handler, html, json, useUpstream } from '../../support/servers/upstream.ts';

/** Operations that a service lacks, and others that are used instead. */

const { start, connectTo } = useUpstream();
const id = '00000000-0000-4000-8000-000000000001';
const task = { Id: id, Name: 'Call', Description: 'Today.', Status: { Id: id, Name: 'New' } };

/**
 * Connects a client to a service that has only some routes.
 * @param has responses by route. All other requests get an HTML error page
 */
async function clientOf(has: Readonly<Record<string, unknown>>, status = 404) {
  const call: Handler = (response, { method, target }) => {
    const found = Object.entries(has).find(([route]) => route === `${method} ${target.split('?')[0]}`);
    if (found === undefined) return html(response, status);
    return json(response, 200, found[1]);
  };
  const service = await start({ call });
  const client = await connectTo(service.url, { over: 'memory' });
  const asked = () =>
    service.seen.map(({ method, target }) => `${method} ${target}`).filter((one) => !one.includes('/auth/'));
  return { client, service, asked };
}

describe('an operation that is not deployed', () => {
  it('is served by its earlier version, which is asked at once the next time', async () => {
    const { client, asked } = await clientOf({ [`GET /api/v2/tasks/${id}`]: task }, 405);
    for (const _ of [1, 2]) expect(textOf(await client.callTool('get_task', { id }))).toContain('Call');
    expect(asked()).toEqual([
      `GET /api/v3/tasks/${id}`,
      `GET /api/v2/tasks/${id}`,
      `GET /api/v2/tasks/${id}`,
    ]);
  });

  it('is changed by the version that shows it', async () => {
    const routes = { [`GET /api/v2/tasks/${id}`]: task, [`PUT /api/v2/tasks/${id}`]: task };
    const { client, service } = await clientOf(routes, 405);
    const result = await client.callTool('update_task', { id, Name: 'Call' });
    expect(result.isError, textOf(result)).toBeFalsy();
    const [put, other] = service.seen.filter(({ method }) => method === 'PUT');
    expect([put?.target, other]).toEqual([`/api/v2/tasks/${id}`, undefined]);
    expect(JSON.parse(put?.body ?? '')).toMatchObject({ Name: 'Call', Description: 'Today.' });
  });

  it('is created by the version that there is, once', async () => {
    const { client, service } = await clientOf({ 'POST /api/v2/tasks': task });
    const result = await client.callTool('create_task', { Name: 'Call', Description: 'Today.' });
    expect(result.isError, textOf(result)).toBeFalsy();
    const bodies = service.requests('/api/v2/tasks').map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([expect.objectContaining({ Name: 'Call', Description: 'Today.' })]);
  });

  it('is replaced by the sister list for any form of refusal', async () => {
    const found = { Items: [{ Id: id, Name: 'Smith v. Jones', Number: '7' }] };
    const call: Handler = (response, { target }) =>
      target.startsWith('/api/v3/objects/GetObjects')
        ? json(response, 200, found)
        : json(response, 404, { detail: 'Not Found' });
    const client = await connectTo((await start({ call })).url, { over: 'memory' });
    expect(textOf(await client.callTool('search_cases', { Name: 'Smith' }))).toContain('Smith v. Jones');
  });

  it('is refused by its own name if nothing can replace it', async () => {
    const { client, asked } = await clientOf({});
    for (const _ of [1, 2])
      expect(textOf(await client.callTool('get_task', { id }))).toMatch(/^API_ERROR 404/);
    expect(asked()).toHaveLength(4);
  });
});

it('a page that repeats the first one is not treated as a further page', async () => {
  const tasks = Array.from({ length: 30 }, (_, index) => ({
    Id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    Name: `Task ${index + 1}`,
  }));
  const call: Handler = (response, { target }) => {
    const size = Number(new URL(target, 'http://service').searchParams.get('PageSize') ?? 20);
    return json(response, 200, { Items: tasks.slice(0, size), limit: size });
  };
  const service = await start({ call });
  const client = await connectTo(service.url, { over: 'memory' });
  for (const Page of [2, 3]) {
    const answer = await client.callTool('list_tasks', { PageSize: 10, Page });
    const said = answer.content.map(({ text = '' }) => text).join(' ');
    expect(said).toContain(`returned its first page again instead of Page ${Page}`);
  }
});
