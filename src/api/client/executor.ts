import { setMaxListeners } from 'node:events';
import type { CaseScope } from '../../contract/operations/effects.ts';
import type { Handler, Operation } from '../../contract/operations/operation.ts';
import type { Identity } from '../../contract/operations/operation-client.ts';
import type { Trace } from '../../contract/trace.ts';
import { nextTurn } from '../../util/give-way.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import { tokenOperationAt } from '../tokens/token-wire.ts';
import { isNotDeployed } from '../transport/answer/response-body.ts';
import type { ApiRequest, CallTime, InTurn, RawAnswer, Send } from '../transport/request.ts';
import { argumentsIn, type Draft, sentBy } from './build-request.ts';
import { buildRequest } from './encode-request.ts';
import type { Instead } from './instead.ts';
import { type Answer, readOperationAnswer } from './read-response.ts';
import type { ReadMoment } from './readable.ts';
import { createRoutes, type Route } from './routes.ts';
import { type FileOptions, movesFiles, withFiles } from './transfer.ts';

/** On whose behalf calls are made. */
export interface Principal {
  /** Whose sessions, kept answers and agreements are one's own: of whom a token alone is known, those of that token. */
  readonly id: string;
  /** Whom limits and the record of changes know, as far as it is known by now; left out: by the id. */
  readonly account?: () => string;
  /** Found out when it is asked for first. @throws the classes of `errors.ts` where nobody can be asked now */
  readonly identity: () => Promise<Identity>;
  readonly tokens: TokenSource;
  /** The one for whom the configured login signs in, not somebody who brings a token. */
  readonly isConfigured?: true;
  readonly inTurn?: InTurn;
  /** What the caller's token grants here; left out: everything, since tokens name nothing of it. */
  readonly scopes?: ReadonlySet<CaseScope>;
  /** Id of the connection that the caller's token belongs to. Default: tokens belong to none. */
  readonly connection?: string;
}

/** Larger answers, in bytes, are read one after the other: several may have come together. */
const maxAtOnce = 16 * 1024;

export const accountOf = ({ id, account }: Pick<Principal, 'id' | 'account'>): string => account?.() ?? id;

export interface CallOptions {
  readonly principal: Principal;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call; default: the executor's. */
  readonly timeoutMs?: number | undefined;
  /** Left out: a file that is answered is read into memory, and none is named by its path. */
  readonly files?: FileOptions | undefined;
  readonly trace?: Trace | undefined;
}

/**
 * Carries out one operation, sending what the draft says.
 * @throws the classes of `errors.ts`, one per cause
 */
export type Execute = (draft: Draft, options: CallOptions) => Promise<Answer>;

export interface ExecutorOptions {
  readonly send: Send;
  readonly timeoutMs: number;
  /** Default: no operation serves in the place of another. */
  readonly instead?: Instead;
  /** How moments without a zone are read; left out: as those of UTC. */
  readonly readMoment?: ReadMoment;
  /** Default: 15 minutes for a file, 30 s without a byte of it. */
  readonly transferTime?: { readonly totalMs: number; readonly idleMs: number };
}

export function createExecutor(options: ExecutorOptions): Execute {
  const handlers: Readonly<Record<Handler, Execute>> = {
    http: createHttpHandler(options),
    tokens: createTokenHandler(options),
  };
  return (draft, call) => handlers[draft.operation.handler ?? 'http'](draft, call);
}

/** Has the service carry an operation out. */
function createHttpHandler(options: ExecutorOptions): Execute {
  const routes = createRoutes();

  const callRoute = (draft: Draft, route: Route, call: CallOptions, time: CallTime): Promise<RawAnswer> => {
    const { operation } = draft;
    const { trace, principal } = call;
    // With all that it can have on its way: a copy in which something is replaced costs far less than one with more in it.
    const send = ({ method, target, template, headers, body, receive, onProgress }: ApiRequest) =>
      options.send({
        method,
        target,
        template,
        headers: trace ? { ...headers, ...trace.headers } : headers,
        body,
        receive,
        onProgress,
        access: operation.access,
        time,
        owner: principal.tokens,
        credentials: principal.tokens,
        isAnonymous: operation.anonymous,
        trace,
        inTurn: principal.inTurn,
        repetition: undefined,
        limits: undefined,
      });
    const request = buildRequest(draft, route);
    const { body } = request;
    // Most calls have nothing to do with files.
    if (typeof body !== 'object' && !movesFiles(operation)) return send({ ...request, body });
    return withFiles(request, { draft, files: call.files }, send);
  };

  const callRoutes = async (draft: Draft, call: CallOptions, time: CallTime): Promise<RawAnswer> => {
    const { operation } = draft;
    let raw: RawAnswer | undefined;
    for (const route of routes.of(operation)) {
      raw = await callRoute(draft, route, call, time);
      if (isNotDeployed(raw)) continue;
      routes.answered(operation, route);
      break;
    }
    if (raw === undefined) throw new Error(`no route leads to ${operation.name}`);
    return raw;
  };

  /** Asks the operations that serve in the place of one that the service does not have. */
  const callInstead = async (
    instead: Instead,
    draft: Draft,
    call: CallOptions,
    time: CallTime,
  ): Promise<RawAnswer> => {
    const { operation } = draft;
    let first: RawAnswer | undefined;
    for (let next: Draft | undefined = draft; next !== undefined; next = instead.next(next)) {
      const raw = await callRoutes(next, call, time);
      first ??= raw;
      if (isMissing(operation, raw)) continue;
      instead.answered(next);
      return raw;
    }
    instead.failed(operation);
    return first as RawAnswer;
  };

  return async (draft, call) => {
    const { operation } = draft;
    const time = timeFor(operation, call, options);
    const raw =
      options.instead === undefined || operation.instead === undefined || movesFiles(operation)
        ? await callRoutes(draft, call, time)
        : await callInstead(options.instead, draft, call, time);
    if (raw.bytes.length > maxAtOnce) await nextTurn();
    if (raw.status < 300) routes.succeeded(operation);
    return readOperationAnswer(operation, raw, options.readMoment, routes.hasSucceeded(operation));
  };
}

/** Whether the service does not have the operation. Of a record by its id, frameworks say the same that is not there. */
const isMissing = ({ params }: Operation, raw: RawAnswer) =>
  isNotDeployed(raw) || (raw.status === 404 && Object.keys(params ?? {}).length === 0);

/** Hands out tokens with the configured credentials. */
function createTokenHandler(options: ExecutorOptions): Execute {
  return async (draft, call) => {
    const { operation } = draft;
    const kind = tokenOperationAt(operation.path);
    if (kind === undefined) throw new Error(`${operation.name} hands out no token`);
    const time = timeFor(operation, call, options);
    const report = await call.principal.tokens.grant(kind, argumentsIn(sentBy(draft)), time);
    return {
      status: 200,
      text: JSON.stringify(report),
      body: report,
      isOwn: true,
      file: undefined,
      deprecatedVersions: undefined,
    };
  };
}

/** How long a file may take in all, and how long without a byte, in milliseconds. */
const transferTime = { totalMs: 15 * 60_000, idleMs: 30_000 };

/** A call that moves a file has as long as the file moves; its answer has to begin as soon as any other. */
function timeFor(operation: Operation, call: CallOptions, options: ExecutorOptions): CallTime {
  const { signal, timeoutMs = options.timeoutMs, files } = call;
  // A call may have any number of requests under way, each of which ends with it.
  if (signal) setMaxListeners(0, signal);
  const isShort = files === undefined || !movesFiles(operation);
  if (isShort) return { signal, deadline: performance.now() + timeoutMs, timeoutMs };
  const { totalMs, idleMs } = options.transferTime ?? transferTime;
  return {
    signal,
    deadline: performance.now() + totalMs,
    timeoutMs: totalMs,
    transfer: { idleMs, answerMs: timeoutMs },
  };
}
