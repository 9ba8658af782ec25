import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { spelt } from '../../support/clients/callers.ts';
import { beginSession, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { json } from '../../support/servers/upstream.ts';
import { ann, listUsers, until, useSessions } from './open-sessions.ts';

const { at, cutOff } = useSessions();

describe('a stream that breaks', () => {
  const resume = (headers: Record<string, string>, id: string) =>
    rawRequest(at.server.url, {
      method: 'GET',
      headers: {
        ...headers,
        accept: 'text/event-stream',
        'last-event-id': id,
        'mcp-protocol-version': '2025-11-25',
      },
    });

  it('continues from its last event, and the call in progress is not repeated', async () => {
    let answer: () => void = () => undefined;
    at.upstream.on.call = (response, { headers }) => {
      answer = () => json(response, 200, { Items: [], Of: spelt(headers.authorization) });
    };
    const headers = await beginSession(at.server.url, ann);
    const begun = await cutOff(listUsers(7), headers, /^id: .+\n/m);
    const [, lastEventId = ''] = /^id: (.+)$/m.exec(begun) ?? [];
    await until(() => at.upstream.requests(/^\/api\/v2\/users/).length === 1);
    const resumed = resume(headers, lastEventId);
    answer();
    expect((await resumed).message).toMatchObject({
      id: 7,
      result: { content: [{ text: expect.stringContaining('Bearer ann') }] },
    });
    expect(at.upstream.requests(/^\/api\/v2\/users/).length).toBe(1);
  });

  it('is continued also when the answer was ready before the client came back', async () => {
    const headers = await beginSession(at.server.url, ann);
    const begun = await cutOff(listUsers(8), headers, /^id: .+\n/m);
    const [, lastEventId = ''] = /^id: (.+)$/m.exec(begun) ?? [];
    await until(() => at.upstream.requests(/^\/api\/v2\/users/).length === 1);
    const stored = async () => (await cutOffResume(headers, lastEventId)).includes('"id":8');
    for (let tries = 0; tries < 50 && !(await stored()); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stored()).toBe(true);
  });

  it('is not continued from another session’s event, nor from one that never was', async () => {
    const [first, second] = [await beginSession(at.server.url, ann), await beginSession(at.server.url, ann)];
    await sessionMessage(at.server.url, listUsers(), { headers: first });
    await sessionMessage(at.server.url, listUsers(), { headers: first });
    for (const id of ['6', '999', '../1', 'constructor', '1e9'])
      expect((await resume(second, id)).status, id).toBe(400);
  });

  async function cutOffResume(headers: Record<string, string>, id: string): Promise<string> {
    const { hostname, port, pathname } = new URL(at.server.url);
    return new Promise((resolve, reject) => {
      let text = '';
      const sent = request(
        {
          host: hostname,
          port,
          path: pathname,
          method: 'GET',
          headers: {
            ...headers,
            accept: 'text/event-stream',
            'last-event-id': id,
            'mcp-protocol-version': '2025-11-25',
          },
        },
        (response) => {
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.once('error', () => undefined);
          response.once('end', () => resolve(text));
          setTimeout(() => {
            sent.destroy();
            resolve(text);
          }, 100);
        },
      );
      sent.once('error', reject);
      sent.end();
    });
  }
});
