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
  /** Service principal name for the ticket: `HTTP/host`. */
  readonly service: string;
  /** Path of curl. casebridge uses curl because it finds the user's tickets on every operating system. */
  readonly curl: string;
  /** Environment variables for curl. No others are set. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Maximum wait for a ticket, in milliseconds. A ticket takes milliseconds unless a key server is unreachable. */
const limitMs = 10_000;
const maxWords = 16 * 1024;

/**
 * Gets a Kerberos ticket for the user who runs this process (SPNEGO, RFC 4559). curl sends it in a request to a
 * listener in this process, which reads the header. The service is not involved.
 * @returns the `Authorization` header, which a service accepts once
 * @throws SignInError if the domain issues no ticket
 */
export async function negotiate(options: NegotiateOptions): Promise<string> {
  const [name = 'HTTP', host = ''] = options.service.split('/');
  // Use a random path that only curl knows, so that no other process on this machine can send a ticket.
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

/** Runs curl. @returns its error output */
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
  // Ignore write errors, because curl may exit before it has read its input. Its error output then says why.
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

/** Exit code of curl after a time-out. */
const timedOut = 28;

/** Checks for NTLM, alone or within SPNEGO. It is not supported, because it needs several steps on one connection. */
const isNtlm = (header: string) =>
  Buffer.from(header.replace(/^Negotiate /, ''), 'base64').includes('NTLMSSP');

/** Parts of messages of the Kerberos libraries (MIT, Heimdal) and of Windows. Specific ones come first. */
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
