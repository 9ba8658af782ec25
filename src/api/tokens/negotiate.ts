import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdviceCode } from '../../contract/advice.ts';
import { SignInError } from '../../contract/errors.ts';
import type { Worded } from '../../contract/language.ts';
import { excerpt } from '../../contract/service-message.ts';
import { signInMessages } from './messages.ts';

export interface NegotiateOptions {
  /** Service principal that the ticket is for, as `HTTP/host`. */
  readonly service: string;
  /** Path of curl, which knows how each system keeps the tickets of a user. */
  readonly curl: string;
  /** All that it sees of the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A ticket comes in milliseconds, unless a key server has to be asked that is not there. */
const limitMs = 10_000;
const maxWords = 16 * 1024;

/**
 * Asks the domain for a ticket of the user who runs this process (SPNEGO with Kerberos, RFC 4559): curl sends a request
 * with it to a listener of this process, and the service sees neither of them.
 * @returns the `Authorization` header, which a service takes once
 * @throws SignInError where the domain gives no ticket
 */
export async function negotiate(options: NegotiateOptions): Promise<string> {
  const [name = 'HTTP', host = ''] = options.service.split('/');
  // Known to curl alone: nobody else on this machine can hand in a ticket.
  const path = `/${randomUUID()}`;
  let header: string | undefined;
  const listener = createServer((request, response) => {
    if (request.url === path) header ??= request.headers.authorization;
    response.writeHead(401, { 'www-authenticate': 'Negotiate', connection: 'close' }).end();
  }).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const words = await run(
      options,
      ['--service-name', name, '--connect-to', `::127.0.0.1:${port}`],
      host + path,
    );
    if (header === undefined) throw failure(words, options.service);
  } finally {
    listener.close().closeAllConnections();
  }
  if (isNtlm(header)) throw new SignInError(signInMessages.ntlm, { advice: 'get-ticket' });
  return header;
}

/** @returns what curl says of its work */
async function run(options: NegotiateOptions, to: readonly string[], url: string): Promise<string> {
  const always = [
    '-q',
    '-v',
    '-sS',
    '--noproxy',
    '*',
    '--max-time',
    String(limitMs / 1000),
    '--negotiate',
    '-u',
    ':',
  ];
  const curl = spawn(options.curl, [...always, ...to, '-K', '-'], {
    env: options.environment,
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
    timeout: limitMs + 1_000,
    killSignal: 'SIGKILL',
  });
  let words = '';
  curl.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (words.length < maxWords) words += text;
  });
  // It may end before it has read; its own words say why.
  curl.stdin.on('error', () => undefined).end(`url = "http://${url}"\n`);
  try {
    const [code, signal] = await once(curl, 'close');
    return signal === null && code !== timedOut ? words : `${words}\n* timed out`;
  } catch (cause) {
    throw new SignInError(signInMessages.noCurl, {
      cause,
      advice: 'need-curl',
    });
  }
}

/** The exit code with which curl says so. */
const timedOut = 28;

/** NTLM takes several steps on one connection; its messages begin so, by themselves or within SPNEGO. */
const isNtlm = (header: string) =>
  Buffer.from(header.replace(/^Negotiate /, ''), 'base64').includes('NTLMSSP');

/** What the libraries of Kerberos (MIT, Heimdal) and of Windows say, from the particular to the general. */
const reasons: readonly (readonly [words: RegExp, what: Worded, advice: AdviceCode])[] = [
  [/support this/i, signInMessages.curlWithout, 'need-curl'],
  [/skew|SEC_E_TIME_SKEW/i, signInMessages.skew, 'check-clock'],
  [/expired/i, signInMessages.expired, 'get-ticket'],
  [/krbtgt\S+ not found|no trust/i, signInMessages.noRealm, 'check-domain-service'],
  [
    /not found in Kerberos database|SEC_E_TARGET_UNKNOWN|SEC_E_WRONG_PRINCIPAL/i,
    signInMessages.noService,
    'check-domain-service',
  ],
  [
    /Cannot (find KDC|contact|resolve)|SEC_E_NO_AUTHENTICATING_AUTHORITY|timed out/i,
    signInMessages.noKeyServer,
    'check-domain',
  ],
  [/credential/i, signInMessages.noCredential, 'get-ticket'],
];

function failure(words: string, service: string): SignInError {
  const [, what, advice] = reasons.find(([pattern]) => pattern.test(words)) ?? [
    /./,
    signInMessages.noTicket,
    'get-ticket',
  ];
  const said = /failed: (.*)/.exec(words)?.[1] ?? words.trim().split('\n').at(-1) ?? '';
  return new SignInError(what, { cause: new Error(`${service}: ${excerpt(said)}`), advice });
}
