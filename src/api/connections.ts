import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { ProxyError } from './unreachable.ts';

/** How the service is reached. */
export interface Network {
  /** Certificates, in PEM form, of the authorities that are trusted; left out: those that Node trusts. */
  readonly authorities?: readonly string[] | undefined;
  readonly proxy?: ProxyAddress | undefined;
}

export interface ProxyAddress {
  /** An http or https address without user and password. */
  readonly url: string;
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
}

const connectTimeoutMs = 10_000;

const limits = {
  // Several times the calls that many users may have under way, so that signing in never waits for those.
  connections: 256,
  keepAliveTimeout: 30_000,
  // Every call has its own deadline, which also ends a body that merely drips.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * Connections to one service. Through a proxy they are tunnels, for http too: what fails then shows whose fault it is,
 * and the proxy sees neither requests nor tokens of an https service.
 */
export function openConnections(origin: string, { authorities, proxy }: Network): Dispatcher {
  const connect = {
    timeout: connectTimeoutMs,
    // Read once: there are more than a hundred authorities.
    ...(authorities && { secureContext: createSecureContext({ ca: [...authorities] }) }),
  };
  if (!proxy) return new Pool(origin, { ...limits, connect });
  return new ProxyAgent({
    ...limits,
    uri: proxy.url,
    ...(proxy.authorization !== undefined && { token: proxy.authorization }),
    requestTls: connect,
    proxyTls: connect,
    clientFactory: (url, options) => {
      const { connect: dial } = options as { connect: buildConnector.connector };
      return new ProxyPool(url, { connect: nameless(dial), headersTimeout: connectTimeoutMs });
    },
  });
}

/** TLS knows servers by name only, and undici gives it an address where the proxy has no name. */
const nameless =
  (dial: buildConnector.connector): buildConnector.connector =>
  ({ servername = '', ...options }, done) =>
    dial(isIP(servername) ? options : { ...options, servername }, done);

/** Connections to the proxy itself, whose failures say that they are its own. */
class ProxyPool extends Pool {
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answer = await super.connect(options).catch((cause: unknown) => {
      throw new ProxyError(undefined, cause);
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw new ProxyError(answer.statusCode);
  }
}
