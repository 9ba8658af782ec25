import type { Credentials, OutboundRequest, RawAnswer, Step } from './request.ts';

/** Gives the request a token; a 401 means that it was not carried out, so it goes once more with a newer one. */
export const withToken: Step = (next) => async (request) => {
  const { credentials, time } = request;
  if (credentials === undefined) return next(request);
  const held = request.isAnonymous ? undefined : credentials.get(time);
  // Most often nobody has to wait for it.
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

/** An answer may repeat what a request carried, and nobody needs to read the caller's tokens there. */
function withoutTokens(answer: RawAnswer, { held }: Credentials): RawAnswer {
  const repeated = held().filter((token) => answer.bytes.includes(token));
  if (repeated.length === 0) return answer;
  // Byte by byte, since the rest may be no text.
  const text = repeated.reduce(
    (rest, token) => rest.replaceAll(token, '[secret]'),
    answer.bytes.toString('latin1'),
  );
  return { ...answer, bytes: Buffer.from(text, 'latin1') };
}
