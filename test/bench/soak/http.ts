import { setTimeout as sleep } from 'node:timers/promises';
import { beginSession, modernRequest, rawRequest, sessionMessage } from '../../support/clients/raw-http.ts';
import { type Place, speakOverHttp } from './clients.ts';
import { call, isFine, type Kind } from './kinds.ts';

const taskCall = { name: 'get_task', arguments: { id: '00000000-0000-4000-8000-7a5c00000001' } };
const readTask = { id: 7, method: 'tools/call', params: taskCall };
const asks = { elicitation: { form: {} } };
const status = (found: number, ...expected: number[]) =>
  expected.includes(found) ? undefined : `status ${found}`;
/** Returns an IP address that changes with each turn, because failed sign-ins are counted per address. */
const addressOf = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

/** Sends a request and drops it after `ms` milliseconds. */
async function dropped(ms: number, send: (signal: AbortSignal) => Promise<unknown>) {
  const controller = new AbortController();
  const sent = send(controller.signal).catch(() => undefined);
  await sleep(ms);
  controller.abort();
  await sent;
  return undefined;
}

/** Kinds of requests that only occur with many callers over HTTP. */
export const httpKinds: Readonly<Record<string, Kind<Place>>> = {
  'a session begun, used and ended': async (place, turn) => {
    const headers = await beginSession(place.url, place.caller(turn));
    const answer = await sessionMessage(place.url, readTask, { headers, agent: place.agent });
    const ended = await rawRequest(place.url, { method: 'DELETE', headers });
    return isFine(answer.message ?? {}) ?? status(ended.status, 200);
  },
  'a session left behind': async (place, turn) => {
    const headers = await beginSession(place.url, place.caller(turn));
    return isFine((await sessionMessage(place.url, readTask, { headers, agent: place.agent })).message ?? {});
  },
  'a question in a session': async (place, turn) => {
    const headers = await beginSession(place.url, place.caller(turn), asks);
    const params = { name: 'delete_task', arguments: taskCall.arguments };
    // No user responds to the confirmation (elicitation).
    return dropped(30, (signal) =>
      sessionMessage(place.url, { ...readTask, params }, { headers, agent: place.agent, signal }),
    );
  },
  'a listener within a session': async (place, turn) => {
    const headers = await beginSession(place.url, place.caller(turn));
    const accept = { ...headers, accept: 'text/event-stream' };
    return dropped(200, (signal) => rawRequest(place.url, { method: 'GET', headers: accept, signal }));
  },
  'a listener of the newer revision': async (place, turn) =>
    dropped(200, (signal) =>
      modernRequest(
        place.url,
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        { headers: place.caller(turn), signal },
      ),
    ),
  'a newcomer': async (place) => {
    const who = speakOverHttp(place, await place.newcomer());
    return isFine(await call(who, 'get_task', taskCall.arguments));
  },
  'a newcomer who signs in anew': async (place) => {
    const who = speakOverHttp(place, await place.newcomer());
    return isFine(await call(who, 'case_brief', { case: 'Smith' }));
  },
  'a refused token': async (place, turn) => {
    const headers = { authorization: `Bearer made-up-${turn}`, 'x-forwarded-for': addressOf(turn) };
    const answer = await modernRequest(place.url, 'tools/call', taskCall, { headers, agent: place.agent });
    return status(answer.status, 401);
  },
  'no token': async (place) =>
    status((await modernRequest(place.url, 'tools/list', {}, { agent: place.agent })).status, 401),
  'an answer cut off': async (place, turn) =>
    dropped(turn % 30, (signal) =>
      modernRequest(place.url, 'tools/list', {}, { headers: place.caller(turn), signal }),
    ),
  'a view of its own': async (place, turn) => {
    const headers = {
      ...place.caller(turn),
      'x-casebridge-toolsets': 'tasks',
      'x-casebridge-read-only': 'true',
    };
    const { message } = await modernRequest(place.url, 'tools/list', {}, { headers, agent: place.agent });
    return isFine(message ?? {});
  },
  'a body that is no message': async (place, turn) => {
    const headers = { ...place.caller(turn), 'content-type': 'application/json', accept: '*/*' };
    return status((await rawRequest(place.url, { headers, body: '{"jsonrpc":' })).status, 400, 406);
  },
  'another host': async (place, turn) => {
    const headers = { ...place.caller(turn), host: 'evil.example' };
    return status((await rawRequest(place.url, { headers, body: '{}' })).status, 403);
  },
  'a page': async (place) =>
    status((await rawRequest(place.url, { method: 'GET', path: '/', agent: place.agent })).status, 200),
};

/** Kinds of lines over stdio that are not requests. */
export const stdioKinds: Readonly<Record<string, Kind<{ write(line: string): void }>>> = {
  'a line that is no message': async (who) => {
    who.write('{"jsonrpc":');
    return undefined;
  },
  'a notification that nobody knows': async (who, turn) => {
    who.write(JSON.stringify({ jsonrpc: '2.0', method: `notifications/odd-${turn}` }));
    return undefined;
  },
  'an end of what is not there': async (who, turn) => {
    const params = { requestId: turn + 1e9 };
    who.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
    return undefined;
  },
};
