import { Pool } from 'undici';
import { redeeming, refreshing, stepsAt } from '../../http/sign-in/steps.ts';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';

/** Maximum number of users who act at the same time. */
const atOnce = 16;

/** Users who sign in on the server's page, each from a separate IP address, and whose assistants make calls. */
export interface People {
  /** Signs users in, up to this number. Each makes a call. */
  enter(until: number): Promise<void>;
  /** Renews the tokens of all signed-in users. Each makes a call. */
  renew(): Promise<void>;
  /** Returns how many of these users the server accepts with their current access tokens. */
  letIn(who: readonly number[]): Promise<number>;
  close(): Promise<void>;
}

export async function peopleOf(server: URL): Promise<People> {
  const pool = new Pool(server.origin, { connections: atOnce });
  const held: { access: string; refresh: string }[] = [];
  const address = (who: number) => `10.${(who >> 16) & 255}.${(who >> 8) & 255}.${who & 255}`;
  const send = async (who: number, path: string, body: string, headers: Record<string, string>) => {
    const from = { 'x-forwarded-for': address(who), ...headers };
    const answer = await pool.request({ method: 'POST', path, headers: from, body });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  const form = (who: number, path: string, fields: Readonly<Record<string, string>>) =>
    send(who, path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const keep = (who: number, text: string) => {
    const { access_token: access, refresh_token: refresh } = JSON.parse(text) as Record<string, string>;
    if (access === undefined || refresh === undefined) throw new Error(text);
    held[who] = { access, refresh };
  };
  const call = (who: number) => {
    const params = { _meta: envelope, name: 'list_users', arguments: {} };
    const message = { jsonrpc: '2.0', id: who, method: 'tools/call', params };
    return send(who, server.pathname, JSON.stringify(message), {
      ...jsonHeaders,
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_users' },
      authorization: `Bearer ${held[who]?.access}`,
    });
  };
  const work = async (who: number) => {
    const { status, text } = await call(who);
    if (status !== 200 || text.includes('"isError":true')) throw new Error(text.slice(0, 300));
  };
  // One page serves all users, because it is the same until a user signs in on it.
  const page = await (await fetch(await stepsAt(server.href).begin())).text();
  const [, request = ''] = /name="request" value="([^"]+)"/.exec(page) ?? [];
  const enter = async (who: number) => {
    const agreed = { request, answer: 'agree', scope: 'cases:read' };
    const { headers } = await form(who, '/authorize', { ...agreed, login: `person-${who}`, password: 'x' });
    const code = new URL(String(headers.location)).searchParams.get('code') ?? '';
    keep(who, (await form(who, '/token', redeeming(code))).text);
    await work(who);
  };
  const everybody = async (from: number, until: number, act: (who: number) => Promise<void>) => {
    let next = from;
    const worker = async () => {
      while (next < until) {
        next += 1;
        await act(next - 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  return {
    enter: (until) => everybody(held.length, until, enter),
    renew: () =>
      everybody(0, held.length, async (who) => {
        keep(who, (await form(who, '/token', refreshing(held[who]?.refresh ?? ''))).text);
        await work(who);
      }),
    letIn: async (who) => {
      const answers = await Promise.all(who.map(call));
      return answers.filter(({ status }) => status === 200).length;
    },
    close: () => pool.close(),
  };
}
