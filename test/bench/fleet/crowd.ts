import { Pool } from 'undici';
import { redeeming, refreshing, stepsAt } from '../../http/sign-in/steps.ts';
import { startOpenUpstream } from '../../support/clients/callers.ts';
import { back } from '../../support/clients/oauth.ts';
import { serverPath } from '../../support/clients/process.ts';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';
import { startRedis } from '../../support/servers/redis.ts';
import { json } from '../../support/servers/upstream.ts';
import { aligned } from '../compare.ts';
import { serve } from '../http-load.ts';

/** An access token holds fifteen minutes: so many are handed out in an hour. */
const renewals = 4;
const atOnce = 16;
const aim = 8 * 1024;

/**
 * Many people who signed in on the page, and an hour's worth of renewals, each with a call: what one process holds of
 * each, with Redis and without.
 */
export async function crowd(say: (text?: string) => void, people: number): Promise<void> {
  const redis = await startRedis();
  const lines = [
    [
      '',
      'first',
      `${people} people`,
      ...Array.from({ length: renewals }, (_, turn) => `renewal ${turn + 1}`),
      'for each',
    ],
  ];
  for (const [what, url] of [
    ['in memory', ''],
    ['on Redis', redis.url],
  ] as const) {
    const measured = await measure(url, people, say);
    const [first = 0, all = 0] = measured;
    const each = (all - first) / (people - 1);
    lines.push([
      what,
      ...measured.map((bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`),
      `${each.toFixed(0)} B${each <= aim ? '' : ' !'}`,
    ]);
  }
  const used = /used_memory:(\d+)/.exec(await redis.cli('INFO', 'memory'))?.[1];
  say(aligned(lines));
  say(`Redis holds ${(Number(used) / 1024 / 1024).toFixed(1)} MB for them`);
  await redis.close();
}

async function measure(redisUrl: string, people: number, say: (text: string) => void): Promise<number[]> {
  let signedIn = 0;
  const upstream = await startOpenUpstream({
    signIn: (response) => {
      signedIn += 1;
      json(response, 200, {
        access_token: `session-${signedIn}`.padEnd(40, 'x'),
        refresh_token: `again-${signedIn}`,
        expires_in: 86_400,
      });
    },
  });
  const forget = setInterval(() => upstream.seen.splice(0), 200);
  const server = await serve({
    args: [
      serverPath,
      'http',
      '--port',
      '0',
      '--trust-proxy',
      '--sign-in',
      'service',
      '--sign-in-clients',
      `typed-in=${back}`,
    ],
    env: {
      CASEBRIDGE_URL: upstream.url,
      CASEBRIDGE_LEARN: 'off',
      CASEBRIDGE_LOG_LEVEL: 'error',
      ...(redisUrl !== '' && {
        CASEBRIDGE_REDIS: redisUrl,
        CASEBRIDGE_SESSION_KEY: 'one key for all of the processes',
      }),
    },
  });
  const pool = new Pool(server.url.origin, { connections: atOnce });
  const steps = stepsAt(server.url.href);
  const held: { access: string; refresh: string }[] = [];
  const form = async (path: string, fields: URLSearchParams, from: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from };
    const answer = await pool.request({ method: 'POST', path, headers, body: fields.toString() });
    return { location: String(answer.headers.location ?? ''), text: await answer.body.text() };
  };
  const address = (who: number) => `10.${(who >> 16) & 255}.${(who >> 8) & 255}.${who & 255}`;
  const keep = (who: number, text: string) => {
    const { access_token: access, refresh_token: refresh } = JSON.parse(text) as Record<string, string>;
    if (access === undefined || refresh === undefined) throw new Error(text);
    held[who] = { access, refresh };
  };
  const begun = await steps.begin();
  const enter = async (who: number) => {
    const shown = await pool.request({
      method: 'GET',
      path: begun.pathname + begun.search,
      headers: { 'x-forwarded-for': address(who) },
    });
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(await shown.body.text()) ?? [];
    const fields = new URLSearchParams({
      request,
      answer: 'agree',
      scope: 'cases:read',
      login: `person-${who}`,
      password: 'x',
    });
    const { location } = await form('/authorize', fields, address(who));
    const code = new URL(location).searchParams.get('code') ?? '';
    keep(who, (await form('/token', new URLSearchParams(redeeming(code)), address(who))).text);
    await call(who);
  };
  const call = async (who: number) => {
    const params = { _meta: envelope, name: 'list_users', arguments: {} };
    const answer = await pool.request({
      method: 'POST',
      path: server.url.pathname,
      headers: {
        ...jsonHeaders,
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_users' },
        ...{ authorization: `Bearer ${held[who]?.access}`, 'x-forwarded-for': address(who) },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: who, method: 'tools/call', params }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"isError":true')) throw new Error(text.slice(0, 300));
  };
  const renew = async (who: number) => {
    const fields = new URLSearchParams(refreshing(held[who]?.refresh ?? ''));
    keep(who, (await form('/token', fields, address(who))).text);
    await call(who);
  };
  const everybody = async (from: number, act: (who: number) => Promise<void>) => {
    let next = from;
    const worker = async () => {
      while (next < people) {
        next += 1;
        await act(next - 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  const heap = async () => (await server.memory()).heap;
  try {
    await enter(0);
    const measured = [await heap()];
    await everybody(1, enter);
    measured.push(await heap());
    for (let turn = 0; turn < renewals; turn += 1) {
      await everybody(0, renew);
      measured.push(await heap());
      say(`renewed ${turn + 1} times`);
    }
    return measured;
  } finally {
    clearInterval(forget);
    await pool.close();
    await server.end();
    await upstream.close();
  }
}
