import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { envelope } from '../../support/clients/raw.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';
import { upstreamFaults } from './faults.ts';
import { type Asking, createHearing, type Heard } from './hear.ts';
import type { Planned, UpstreamFault } from './proxy.ts';
import { createDeck, createRandom, type Random } from './random.ts';
import { type Ended, type Manner, manners, messageIn, send } from './send.ts';
import { count, signIn, type Tell, type World } from './world.ts';

/** Client of one user. It assigns faults to requests and checks each response. */
export interface Caller {
  readonly headers: () => Record<string, string>;
  readonly isInSessions: boolean;
  ask(method: string, params: Record<string, unknown>, asking?: Asking): Promise<Heard>;
  /** Sends a body unchanged. */
  raw(name: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Ended>;
  readonly tell: Tell;
  session(): string | undefined;
  token(): Promise<string>;
}

const faultPart = 0.4;
const mannerPart = 0.15;
const unauthorized = upstreamFaults.find(({ name }) => name === '401') as UpstreamFault;

export function createCaller(world: World, number: number, login: string, random: Random): Caller {
  const { proxy, report, service, bridge } = world;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const isInSessions = number % 3 === 0;
  const share = (name: string) => [createRandom(world.seed, name), number / world.plan.users] as const;
  const faults = createDeck(random, upstreamFaults, ...share('faults'));
  // With `100-continue`, the client reads the response only at the end, so it cannot respond to a confirmation
  // (elicitation) within a stream.
  const own = manners.slice(1).filter((manner) => !(isInSessions && manner === 'by hand, with 100-continue'));
  const ways = createDeck<Manner>(random, own, ...share('manners'));
  let token: string | undefined;
  let session: string | undefined;
  let turn = 0;
  let unplayed = 0;

  const headers = () => ({
    ...jsonHeaders,
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.1.0.${number}`,
  });
  const nextId = () => {
    turn += 1;
    return `chaos-u${number}-${turn}`;
  };
  const tell: Caller['tell'] = (what, requestId, detail) =>
    void report.violations.push({ what, requestId, detail: detail.slice(0, 400) });

  /** Assigns a fault between casebridge and the service to the request. Returns undefined if the request gets none. */
  const deal = (requestId: string, does: Asking['does']): Planned | undefined => {
    if (does === 'nothing' || !random.chance(faultPart)) return undefined;
    const fault = faults.top();
    const isUnfit =
      does === 'write'
        ? fault.isForReads
        : (does === 'question' && fault.alters) || (does === 'read' && fault.isForChanges);
    if (isUnfit) return void faults.later();
    const whole = ['first', 'every'] as const;
    // Some changes read the record first. A false response to this read would alter the change, and nobody could detect
    // that.
    const on =
      does !== 'write'
        ? random.pick(whole)
        : fault.alters
          ? 'change'
          : random.pick(['change', 'change', ...whole] as const);
    if (!fault.isOfTokens) {
      const planned: Planned = { fault, on, played: 0 };
      proxy.plans.set(requestId, planned);
      return planned;
    }
    const planned: Planned = { fault, on: 'first', played: 0 };
    proxy.plans.set(requestId, { fault: unauthorized, on: 'first', played: 0 });
    proxy.tokenPlans.set(token ?? '', planned);
    return planned;
  };
  /**
   * Removes the fault from the deck if it occurred. Moves it to the end after six requests in a row without a fault.
   */
  const settle = (requestId: string, planned: Planned | undefined): void => {
    proxy.plans.delete(requestId);
    if (!planned) return;
    unplayed = planned.played > 0 ? 0 : unplayed + 1;
    if (planned.played > 0) {
      count(report.met, planned.fault.name);
      faults.drop();
    } else if (unplayed > 5) faults.later();
    if (!planned.fault.isOfTokens) return;
    proxy.tokenPlans.delete(token ?? '');
  };

  /** Sends the request. Repeats it for up to a minute while no server listens. */
  const reach = async (request: Parameters<typeof send>[0], requestId: string): Promise<Ended> => {
    const began = performance.now();
    for (;;) {
      const ended = await send({ ...request, url: bridge.url });
      if (ended.kind === 'refused' && performance.now() - began < 60_000) await sleep(100);
      else if (ended.kind === 'refused') return { kind: 'broken', why: 'nobody listens' };
      else if (ended.kind === 'broken' && bridge.isCutSince(began)) return { kind: 'left' };
      else {
        if (ended.kind === 'broken') tell('unanswered', requestId, ended.why);
        // A confirmation that was open when its server process ended is lost, so the client must repeat the call.
        if (ended.kind === 'answered' && isOpen(ended.text) && bridge.isCutSince(began))
          return { kind: 'left' };
        return ended;
      }
    }
  };

  const begin = async (): Promise<void> => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: { form: {} } },
      clientInfo: { name: 'chaos', version: '1' },
    };
    const sending = { url: '', agent, manner: 'in one piece' as const, afterMs: 0 };
    const body = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });
    const begun = await reach(
      { ...sending, headers: headers(), body: body({ id: 0, method: 'initialize', params }) },
      nextId(),
    );
    if (begun.kind !== 'answered' || begun.status !== 200) return;
    session = begun.session;
    const initialized = body({ method: 'notifications/initialized' });
    await reach({ ...sending, headers: sessionHeaders(), body: initialized }, nextId());
  };
  const sessionHeaders = () => ({
    ...headers(),
    'mcp-session-id': session ?? '',
    'mcp-protocol-version': '2025-11-25',
  });
  const modernHeaders = (method: string, params: Record<string, unknown>) => {
    const named = params.name ?? params.uri;
    return {
      ...headers(),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
    };
  };

  const { hear, checkText } = createHearing(world, number, tell, (isSessionAlone) => {
    session = undefined;
    if (!isSessionAlone) token = undefined;
  });

  const ask: Caller['ask'] = async (method, params, asking = {}) => {
    const { does = 'read', reply } = asking;
    token ??= await signIn(service, login);
    if (isInSessions && session === undefined) await begin();
    const requestId = nextId();
    const planned = asking.isCalm ? undefined : deal(requestId, does);
    const isHandled = !asking.isCalm && random.chance(mannerPart);
    const manner = asking.manner ?? (isHandled ? ways.top() : 'in one piece');
    if (isHandled) ways.drop();
    count(report.calls, String(params.name ?? method));
    report.dealt.set(
      requestId,
      [planned && `${planned.fault.name} (${planned.on})`, isHandled && manner].filter(Boolean).join('; '),
    );
    const id = asking.id ?? turn;
    const inSession = isInSessions && session !== undefined;
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: inSession ? params : { _meta: envelope, ...params },
    });
    const onMessage = (message: any) => {
      if (message.method !== 'elicitation/create') return;
      const answer = JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        result: reply ?? { action: 'decline' },
      });
      void reach(
        { url: '', agent, headers: sessionHeaders(), body: answer, manner: 'in one piece', afterMs: 0 },
        nextId(),
      );
    };
    const ended = await reach(
      {
        url: '',
        agent,
        headers: {
          ...(inSession ? sessionHeaders() : modernHeaders(method, params)),
          'x-request-id': requestId,
          ...asking.headers,
        },
        body,
        manner,
        afterMs: random.below(400),
        ...(inSession && { onMessage }),
      },
      requestId,
    );
    settle(requestId, planned);
    if (isHandled) count(report.met, `client: ${manner}`);
    const isWhole = !(planned && planned.played > 0 && planned.fault.alters);
    return hear(ended, { requestId, id, asking, isWhole });
  };

  return {
    headers,
    isInSessions,
    ask,
    tell,
    raw: async (name, body, more = {}) => {
      const requestId = nextId();
      report.dealt.set(requestId, name);
      count(report.calls, 'odd requests');
      const ended = await reach(
        {
          url: '',
          agent,
          headers: { ...headers(), 'x-request-id': requestId, ...more },
          body,
          manner: 'in one piece',
          afterMs: 0,
        },
        requestId,
      );
      if (ended.kind === 'answered') {
        checkText(ended.text, requestId, {});
        if (ended.status === 500 || ended.text.includes('INTERNAL')) tell('INTERNAL', requestId, ended.text);
      }
      return ended;
    },
    session: () => session,
    token: async () => {
      token ??= await signIn(service, login);
      return token;
    },
  };
}

/** Checks whether a stream contains a confirmation request (elicitation) but no result yet. */
const isOpen = (text: string) => text.includes('elicitation/create') && messageIn(text)?.result === undefined;
