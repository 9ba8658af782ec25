import { Agent } from 'node:http';
import { expect, it } from 'vitest';
import { startHttpServer } from '../support/clients/harness.ts';
import { beginSession, sessionMessage } from '../support/clients/raw-http.ts';

it('a connection that has carried as many requests as it may ends with an answer, and no request is lost', async () => {
  const server = await startHttpServer({ args: ['--sandbox', '--single-user'] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const headers = await beginSession(server.url);
    const seen = new Set<string>();
    for (let id = 1; id <= 1001; id += 1) {
      const answer = await sessionMessage(server.url, { id, method: 'ping' }, { headers, agent });
      expect([answer.status, answer.message]).toEqual([200, { jsonrpc: '2.0', id, result: {} }]);
      seen.add(answer.headers.connection ?? '');
    }
    expect([...seen].sort()).toEqual(['close', 'keep-alive']);
  } finally {
    agent.destroy();
    await server.close();
  }
});
