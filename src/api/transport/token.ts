import type { Credentials, OutboundRequest, RawAnswer, Step } from './request.ts';

/** Adds the token. After a 401, sends the unexecuted request once more with a newer token. */
export const withToken: Step = (next) => async (request) => {
  const { credentials, time } = request;
  if (credentials === undefined) return next(request);
  const held = request.isAnonymous ? undefined : credentials.get(time);
  // Await only a promise, because a token without renewal is available immediately and an await would delay the
  // request.
  const token = held instanceof Promise ? await held : held;
  const answer = await next(token === undefined ? request : carrying(token, request, credentials));
  if (answer.status !== 401) return withoutTokens(answer, credentials);
  if (token !== undefined) credentials.drop(token);
  const newer = await credentials.get(time);
  return withoutTokens(await next(carrying(newer, request, credentials)), credentials);
};

const carrying = (token: string, request: OutboundRequest, { header }: Credentials): OutboundRequest => ({
  ...request,
  headers: { ...request.headers, ...header(token) },
});

/** Removes tokens from an answer, because a service may repeat the request in it. */
function withoutTokens(answer: RawAnswer, { held }: Credentials): RawAnswer {
  const repeated = held().filter((token) => answer.bytes.includes(token));
  if (repeated.length === 0) return answer;
  // Use latin1, which preserves all bytes, because the body may be a file.
  const text = repeated.reduce(
    (rest, token) => rest.replaceAll(token, '[secret]'),
    answer.bytes.toString('latin1'),
  );
  return { ...answer, bytes: Buffer.from(text, 'latin1') };
}
