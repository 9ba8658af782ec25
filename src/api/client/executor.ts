import { SpentError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Identity } from '../../contract/operation-client.ts';
import type { Trace } from '../../contract/trace.ts';
import { nextTurn } from '../../util/give-way.ts';
import { type FileOptions, movesFiles, withFiles } from '../files/transfer.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import type { CallTime, RawAnswer } from '../transport/attempt.ts';
import type { Send } from '../transport/send.ts';
import { argumentsIn, type Draft, sentBy } from './build-request.ts';
import { type ApiRequest, buildRequest } from './encode-request.ts';
import { type Answer, isNotDeployed, largeText, readOperationAnswer } from './read-response.ts';

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
  /**
   * Where many call: has a request wait for its turn among those of all.
   * @param sent requests of its call, with this one
   * @throws as a request that waits too long
   */
  readonly inTurn?: <T>(send: () => Promise<T>, time: CallTime, sent: number) => Promise<T>;
}

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

/** How long a file may take in all, and how long without a byte, in milliseconds. */
const transferTime = { totalMs: 15 * 60_000, idleMs: 30_000 };

/**
 * Carries out one operation, sending what the draft says.
 * @throws the classes of `errors.ts`, one per cause
 */
export type Execute = (draft: Draft, options: CallOptions) => Promise<Answer>;

export function createExecutor(options: {
  readonly send: Send;
  readonly timeoutMs: number;
  /** Default: 15 minutes for a file, 30 s without a byte of it. */
  readonly transferTime?: { readonly totalMs: number; readonly idleMs: number };
}): Execute {
  /** Routes that answered although they were not an operation's first. */
  const deployedRoutes = new Map<string, string>();

  const callRoute = (draft: Draft, route: string | undefined, call: CallOptions, time: CallTime) => {
    const { operation } = draft;
    const request = buildRequest(draft, route);
    const { trace, principal } = call;
    const send = (ready: ApiRequest) =>
      withToken(operation, principal.tokens, time, (headers) => {
        if (trace) countRequest(trace);
        const request = { ...ready, headers: { ...ready.headers, ...trace?.headers, ...headers } };
        const sent = () => options.send(request, operation.access, time, principal.tokens);
        return principal.inTurn ? principal.inTurn(sent, time, trace?.sent ?? 0) : sent();
      });
    const { body } = request;
    // Most calls have nothing to do with files.
    if (typeof body !== 'object' && operation.answers === undefined) return send({ ...request, body });
    return withFiles(request, { draft, files: call.files }, send);
  };

  /** A call that moves a file has as long as the file moves; its answer has to begin as soon as any other. */
  const timeFor = (operation: Operation, call: CallOptions): CallTime => {
    const { signal, timeoutMs = options.timeoutMs, files } = call;
    const isShort = files === undefined || !movesFiles(operation);
    const { totalMs, idleMs } = options.transferTime ?? transferTime;
    return isShort
      ? { signal, deadline: performance.now() + timeoutMs, timeoutMs }
      : {
          signal,
          deadline: performance.now() + totalMs,
          timeoutMs: totalMs,
          transfer: { idleMs, answerMs: timeoutMs },
        };
  };

  return async (draft, call) => {
    const { operation } = draft;
    const time = timeFor(operation, call);
    if (operation.grants) {
      const args = argumentsIn(sentBy(draft));
      return granted(await call.principal.tokens.grant(operation.grants, args, time));
    }
    let raw = await callRoute(draft, deployedRoutes.get(operation.name), call, time);
    for (const alias of operation.aliases ?? []) {
      if (!isNotDeployed(raw)) break;
      raw = await callRoute(draft, alias, call, time);
      if (!isNotDeployed(raw)) deployedRoutes.set(operation.name, alias);
    }
    // Several large ones may have come together.
    if (raw.bytes.length > largeText) await nextTurn();
    return readOperationAnswer(operation, raw);
  };
}

/**
 * Requests of one call: a list of names takes 20 pages and 100 records one by one, a workload 50 pages of each of two
 * lists; several of these at once are more than one call may take from the others.
 */
const maxRequestsPerCall = 120;

/** @throws SpentError where the call has sent all that one may */
function countRequest(trace: Trace): void {
  if (trace.sent >= maxRequestsPerCall) throw new SpentError(maxRequestsPerCall);
  trace.sent += 1;
}

/** Sends with the principal's token; a 401 means that the request was not carried out, so it is repeated once. */
async function withToken(
  operation: Operation,
  tokens: TokenSource,
  time: CallTime,
  send: (headers: Readonly<Record<string, string>>) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  if (operation.anonymous) {
    const answer = await send({});
    if (answer.status !== 401) return answer;
    const token = await tokens.get(time);
    return withoutTokens(await send(tokens.header(token)), tokens);
  }
  const token = await tokens.get(time);
  const answer = await send(tokens.header(token));
  if (answer.status !== 401) return withoutTokens(answer, tokens);
  tokens.drop(token);
  const newer = await tokens.get(time);
  return withoutTokens(await send(tokens.header(newer)), tokens);
}

/** An answer may repeat what a request carried, and nobody needs to read the caller's tokens there. */
function withoutTokens(answer: RawAnswer, tokens: TokenSource): RawAnswer {
  const repeated = tokens.held().filter((token) => answer.bytes.includes(token));
  if (repeated.length === 0) return answer;
  // Byte by byte, since the rest may be no text.
  const text = repeated.reduce(
    (rest, token) => rest.replaceAll(token, '[secret]'),
    answer.bytes.toString('latin1'),
  );
  return { ...answer, bytes: Buffer.from(text, 'latin1') };
}

function granted(report: object): Answer {
  return {
    status: 200,
    text: JSON.stringify(report),
    body: report,
    file: undefined,
    deprecatedVersions: undefined,
  };
}
