import type { InterceptedRequest, Passed, UpstreamFault } from './proxy.ts';
import { writeAnswer } from './proxy.ts';

/** This file defines functions that simulate faults between casebridge and the service. */

export type Play = UpstreamFault['play'];
export type Plays = Readonly<Record<string, Play>>;

export const crlf = '\r\n';
export const json = 'application/json; charset=utf-8';
export const head = (status: number, ...lines: readonly string[]) =>
  [`HTTP/1.1 ${status} Any`, ...lines, crlf].join(crlf);
export const plain = (status: number, body: string | Buffer = '', type = json): Passed => ({
  status,
  type: body === '' ? undefined : type,
  disposition: undefined,
  body: Buffer.from(body as string),
});
export const message = (text: string) => JSON.stringify({ Message: text });
export const half = ({ body }: Passed) => body.subarray(0, Math.ceil(body.length / 2));
export const page = '<!doctype html><html><body>Please sign in</body></html>';
/** Milliseconds, longer than any call may take. */
export const forEver = 20_000;

export const answer =
  (status: number, body: string, ...more: readonly string[]): Play =>
  ({ socket }) =>
    writeAnswer(socket, plain(status, body), more);
/** Simulates a fault after the service has processed the request. */
export const after =
  (how: (passed: Passed, exchange: InterceptedRequest) => unknown): Play =>
  async (exchange) =>
    how(await exchange.pass(), exchange);
/** Sends the service's response with another body or other headers. */
export const altered = (
  how: (body: Buffer) => Buffer | string,
  type?: string,
  ...more: readonly string[]
): Play =>
  after((passed, { socket }) =>
    writeAnswer(
      socket,
      { ...passed, type: type ?? passed.type, body: Buffer.from(how(passed.body) as string) },
      more,
    ),
  );
export const beginning = (passed: Passed, ...lines: readonly string[]) =>
  head(passed.status, `content-type: ${passed.type ?? json}`, ...lines);
