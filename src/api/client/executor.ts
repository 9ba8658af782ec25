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

/** The caller on whose behalf operations are called. */
export interface Principal {
  /** Key of the owner of sessions, results and confirmations. It stands for the token of an unknown user. */
  readonly id: string;
  /** Returns the identity for rate limits and audit log, if it is known. Default: the id. */
  readonly account?: () => string;
  /** Resolves the identity on the first call. @throws one of the errors in `errors.ts` if it fails */
  readonly identity: () => Promise<Identity>;
  readonly tokens: TokenSource;
  /** True if the configured login is used, and not a token of the caller. */
  readonly isConfigured?: true;
  readonly inTurn?: InTurn;
  /** Scopes of the token. Default: all, because a token without scopes restricts nothing. */
  readonly scopes?: ReadonlySet<CaseScope>;
  /** Id of the connection that the caller's token belongs to. Default: none. */
  readonly connection?: string;
}

/**
 * Size in bytes above which a response is parsed in its own iteration of the event loop, because several may arrive
 * together.
 */
const maxAtOnce = 16 * 1024;

export const accountOf = ({ id, account }: Pick<Principal, 'id' | 'account'>): string => account?.() ?? id;

export interface CallOptions {
  readonly principal: Principal;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the whole call, in milliseconds. Default: `timeoutMs` of the executor. */
  readonly timeoutMs?: number | undefined;
  /** Default: a file in a response is read into memory, and arguments cannot name files by path. */
  readonly files?: FileOptions | undefined;
  readonly trace?: Trace | undefined;
}

/** Sends the draft of one operation. @throws one of the errors in `errors.ts` */
export type Execute = (draft: Draft, options: CallOptions) => Promise<Answer>;

export interface ExecutorOptions {
  readonly send: Send;
  readonly timeoutMs: number;
  /** Default: no operation replaces another. */
  readonly instead?: Instead;
  /** Adds a zone to a date-time without one. Default: UTC. */
  readonly readMoment?: ReadMoment;
  /** Time limits of a file transfer. Default: 15 minutes in total, 30 s without any transferred data. */
  readonly transferTime?: { readonly totalMs: number; readonly idleMs: number };
}

export function createExecutor(options: ExecutorOptions): Execute {
  const handlers: Readonly<Record<Handler, Execute>> = {
    http: createHttpHandler(options),
    tokens: createTokenHandler(options),
  };
  return (draft, call) => handlers[draft.operation.handler ?? 'http'](draft, call);
}

function createHttpHandler(options: ExecutorOptions): Execute {
  const routes = createRoutes();

  const callRoute = (draft: Draft, route: Route, call: CallOptions, time: CallTime): Promise<RawAnswer> => {
    const { operation } = draft;
    const { trace, principal } = call;
    // Set all fields here, even those that later steps replace, because copying an object and adding fields to it is
    // far slower.
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
    // Most calls transfer no files and need no file handling.
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
    if (raw === undefined) throw new Error(`${operation.name} has no route`);
    return raw;
  };

  /** Tries in turn the operation and those that can replace it, until the service has one of them. */
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

/**
 * Checks whether the service lacks the operation. A 404 for a path with parameters is not enough, because frameworks
 * send the same response for a missing record.
 */
const isMissing = ({ params }: Operation, raw: RawAnswer) =>
  isNotDeployed(raw) || (raw.status === 404 && Object.keys(params ?? {}).length === 0);

/** Creates the handler for operations that issue tokens. It uses the configured credentials. */
function createTokenHandler(options: ExecutorOptions): Execute {
  return async (draft, call) => {
    const { operation } = draft;
    const kind = tokenOperationAt(operation.path);
    if (kind === undefined) throw new Error(`${operation.name} issues no tokens`);
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

/** Default time limits of a file transfer, in milliseconds: in total, and without any transferred data. */
const transferTime = { totalMs: 15 * 60_000, idleMs: 30_000 };

/** Returns the time limits. A file transfer has more time, but must begin within the usual time. */
function timeFor(operation: Operation, call: CallOptions, options: ExecutorOptions): CallTime {
  const { signal, timeoutMs = options.timeoutMs, files } = call;
  // Switch off the listener warning, because any number of requests of one call may listen to its signal at the same
  // time.
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
