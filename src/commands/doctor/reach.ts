import { lookup } from 'node:dns/promises';
import { request as askPlain, type RequestOptions } from 'node:http';
import { request as askSecure } from 'node:https';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { errors } from 'undici';
import type { Network } from '../../api/connections/connect.ts';
import { ProxyError, unreachable } from '../../api/connections/network-errors.ts';
import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { type Check, type CheckResult, failed, ok, skipped, warning } from './diagnosis.ts';
import { doctorMessages } from './messages.ts';

const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** A warning is shown if a certificate expires in fewer days than this, because its renewal may take this long. */
const soonDays = 30;

/** Checks the connection to the service step by step. Stops at the first failure, which is the last result. */
export async function* checkReach(url: URL, network: Network): AsyncGenerator<CheckResult> {
  const first = network.proxy === undefined ? url : new URL(network.proxy.url);
  let socket: Socket | undefined;
  try {
    yield ok('name', await nameOf(first));
    const began = performance.now();
    socket = await (network.proxy ? throughProxy(url, network) : plain(first));
    const ms = Math.round(performance.now() - began);
    const connects = doctorMessages[network.proxy ? 'proxyConnects' : 'connects'];
    yield ok('connection', worded(connects, { port: portOf(url), ms }));
    if (url.protocol === 'https:') yield certificate(await secure(socket, url, network));
    else yield skipped('TLS', doctorMessages.noTls);
  } catch (error) {
    yield failed(error instanceof StepError ? error.check : 'connection', unreachable(causeOf(error)));
  } finally {
    socket?.destroy();
  }
}

class StepError extends Error {
  readonly check: Check;

  constructor(check: Check, cause: unknown) {
    super(check, { cause });
    this.check = check;
  }
}
const causeOf = (error: unknown) => (error instanceof StepError ? error.cause : error);

async function nameOf({ hostname }: URL): Promise<Worded> {
  const host = bare(hostname);
  if (isIP(host) !== 0) return doctorMessages.needsNoName;
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new StepError('name', cause);
  });
  return worded(doctorMessages.nameIs, { host, addresses: found.map(({ address }) => address).join(', ') });
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Waits with a timeout. @throws ConnectTimeoutError after the timeout, like undici */
function settled<T>(socket: { destroy(error: Error): unknown }, wait: Promise<T>): Promise<T> {
  const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), timeoutMs);
  return wait.finally(() => clearTimeout(timer));
}

function plain(url: URL): Promise<Socket> {
  const socket = connectPlain({ host: bare(url.hostname), port: portOf(url) });
  return settled(
    socket,
    new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket)).once('error', reject);
    }),
  );
}

function throughProxy(url: URL, { proxy, authorities }: Network): Promise<Socket> {
  const address = new URL(proxy?.url ?? '');
  const to = `${url.hostname}:${portOf(url)}`;
  const options: RequestOptions & { ca?: string[] } = {
    host: bare(address.hostname),
    port: portOf(address),
    method: 'CONNECT',
    path: to,
    headers: { host: to, ...(proxy?.authorization ? { 'proxy-authorization': proxy.authorization } : {}) },
    ...(authorities && { ca: [...authorities] }),
  };
  const request = address.protocol === 'https:' ? askSecure(options) : askPlain(options);
  return settled(
    request,
    new Promise((resolve, reject) => {
      request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        return reject(new StepError('proxy', new ProxyError(statusCode)));
      });
      request.once('response', ({ statusCode }) =>
        reject(new StepError('proxy', new ProxyError(statusCode))),
      );
      request.once('error', (cause) => reject(new StepError('proxy', new ProxyError(undefined, cause))));
      request.end();
    }),
  );
}

function secure(socket: Socket, { hostname }: URL, { authorities }: Network): Promise<TLSSocket> {
  const host = bare(hostname);
  const name = isIP(host) === 0 ? { servername: host } : { host };
  const tls = connectSecure({ socket, ...name, ...(authorities && { ca: [...authorities] }) });
  return settled(
    tls,
    new Promise((resolve, reject) => {
      tls.once('secureConnect', () => resolve(tls));
      tls.once('error', (cause) => reject(new StepError('TLS', cause)));
    }),
  );
}

function certificate(socket: TLSSocket): CheckResult {
  const { valid_to, issuer } = socket.getPeerCertificate();
  const by = issuer?.CN ?? issuer?.O;
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / dayMs);
  const text = worded(doctorMessages.certificate, {
    protocol: String(socket.getProtocol()),
    issuer: by === undefined ? doctorMessages.nobodyNamed : String(by),
    days,
  });
  return days < soonDays
    ? warning('TLS', worded(doctorMessages.renewCertificate, { text }))
    : ok('TLS', text);
}
