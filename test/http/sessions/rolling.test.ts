import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spelt, startOpenUpstream, tokenIn } from '../../support/clients/callers.ts';
import {
  type ClientKind,
  clientKinds,
  connectTo,
  type HttpProcess,
  startHttpProcess,
} from '../../support/clients/harness.ts';
import { freePorts, hasNginx, startNginx } from '../../support/servers/nginx.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';

/** Two processes behind the example configuration of nginx are restarted one after the other while clients work. */

const people = 16;

describe.skipIf(!hasNginx)('behind nginx (which has to be installed)', () => {
  let upstream: Upstream;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let ports: number[] = [];
  const servers: HttpProcess[] = [];
  const start = async (index: number) => {
    servers[index] = await startHttpProcess({
      args: ['--port', String(ports[index])],
      env: {
        CASEBRIDGE_URL: upstream.url,
        CASEBRIDGE_PUBLIC_URL: proxy.url,
        CASEBRIDGE_TRUST_PROXY: 'true',
        CASEBRIDGE_SESSION_KEY: 'one key for both of the processes',
      },
    });
  };
  beforeAll(async () => {
    upstream = await startOpenUpstream({
      call: (response, { headers }) => json(response, 200, { Items: [], Of: spelt(tokenIn(headers)) }),
    });
    const [own = 0, ...others] = await freePorts(3);
    ports = others;
    proxy = await startNginx(own, ports, true);
    await Promise.all([start(0), start(1)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await proxy?.close();
    await upstream?.close();
  });

  it('no call is lost while one process after the other is started again, by any client [FLT-61]', async () => {
    const made = new Map<ClientKind, number>(clientKinds.map((kind) => [kind, 0]));
    const failures: string[] = [];
    let isOver = false;
    const work = async (person: number) => {
      const kind = clientKinds[person % clientKinds.length] ?? 'v1';
      const client = await connectTo(proxy.url, { kind, token: `person-${person}` });
      while (!isOver) {
        const answer = await client.call('list_users').then(
          ({ Of }) => (Of === `of/person/${person}` ? '' : `the answer of ${Of}`),
          (error: unknown) => String(error),
        );
        if (answer !== '') failures.push(`${kind}: ${answer}`);
        made.set(kind, (made.get(kind) ?? 0) + 1);
      }
      await client.close().catch((error: unknown) => failures.push(`${kind}: ${error}`));
    };
    /** Waits until all clients have received a few more results. */
    const workOn = async () => {
      const before = [...made.values()];
      await vi.waitFor(
        () => {
          for (const [index, count] of [...made.values()].entries())
            expect(count).toBeGreaterThan((before[index] ?? 0) + 2 * people);
        },
        { timeout: 30_000 },
      );
    };
    const working = Array.from({ length: people }, (_, person) => work(person));
    for (const index of [0, 1]) {
      await workOn();
      expect(await servers[index]?.close()).toMatchObject({ code: 0, signal: null });
      await workOn();
      await start(index);
    }
    await workOn();
    isOver = true;
    await Promise.all(working);
    // nginx logs an error for each request that it sends to the other process because the first one is down.
    const log = proxy
      .errorLog()
      .split('\n')
      .filter((line) => !line.includes('Connection refused'));
    expect(failures.slice(0, 10), log.slice(0, 10).join('\n')).toEqual([]);
  });
});
