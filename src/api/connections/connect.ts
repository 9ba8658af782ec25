import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector, Client, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { ProxyError } from './network-errors.ts';

export interface Network {
  /** Trusted certificate authorities, in PEM format. Default: those of Node. */
  readonly authorities?: readonly string[] | undefined;
  readonly proxy?: ProxyAddress | undefined;
}

export interface ProxyAddress {
  /** Http or https address without user and password. */
  readonly url: string;
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
}

const connectTimeoutMs = 10_000;

const limits = {
  keepAliveTimeout: 30_000,
  // These timeouts are off, because every call has its own deadline, which also ends a slow body.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Called when a connection was closed. The argument is true if unexpected data arrived on the connection. */
type OnClosed = (wasOutOfStep: boolean) => void;

/** Creates a connection to a service. It opens with its first request and reopens if it was closed. */
export type Connect = (onClosed: OnClosed) => Dispatcher;

/** Returns a function that connects to a service. Each connection through a proxy is a tunnel. */
export function connectTo(origin: string, network: Network): Connect {
  const { proxy } = network;
  const options = dialOptions(network);
  if (proxy)
    return (onClosed) =>
      openTunnels(proxy, options, (to, client) => watched(new Client(to, client), onClosed));
  // All connections share the connector, because it caches TLS sessions.
  const connect = buildConnector(options);
  return (onClosed) => watched(new Client(origin, { ...limits, connect }), onClosed);
}

const watched = (client: Client, onClosed: OnClosed) =>
  client.on('disconnect', (_origin, _targets, error) =>
    // The message `bad response` means that data arrived without a request.
    onClosed(error instanceof errors.HTTPParserError || error.message === 'bad response'),
  );

/** Opens connections to a server other than the service. */
export function openConnections(origin: string, network: Network): Dispatcher {
  const options = dialOptions(network);
  return network.proxy
    ? openTunnels(network.proxy, options)
    : new Pool(origin, { ...limits, connections: 64, connect: options });
}

function dialOptions({ authorities }: Network): buildConnector.BuildOptions {
  return {
    timeout: connectTimeoutMs,
    // Created once for all connections, because it contains more than a hundred authorities.
    ...(authorities && { secureContext: createSecureContext({ ca: [...authorities] }) }),
  };
}

/**
 * Opens tunnels also for http, so that an error tells whether the proxy or the service failed. The proxy sees neither
 * requests nor tokens of an https service.
 */
function openTunnels(
  { url, authorization }: ProxyAddress,
  options: buildConnector.BuildOptions,
  createClient?: (to: string, options: Client.Options) => Client,
): Dispatcher {
  return new ProxyAgent({
    ...limits,
    uri: url,
    ...(authorization !== undefined && { token: authorization }),
    requestTls: options,
    proxyTls: options,
    ...(createClient && {
      factory: (to: string | URL, client: object) => createClient(String(to), client),
    }),
    clientFactory: (to, client) => {
      const { connect: dial } = client as { connect: buildConnector.connector };
      return new ProxyPool(to, { connect: nameless(dial), headersTimeout: connectTimeoutMs });
    },
  });
}

/** Omits the TLS server name if it is an IP address, because TLS allows only host names. */
const nameless =
  (dial: buildConnector.connector): buildConnector.connector =>
  ({ servername = '', ...options }, done) =>
    dial(isIP(servername) ? options : { ...options, servername }, done);

/** Connections to the proxy. Their errors are marked as failures of the proxy. */
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
