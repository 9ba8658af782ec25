import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector, Client, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { ProxyError } from './network-errors.ts';

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
  keepAliveTimeout: 30_000,
  // Every call has its own deadline, which also ends a body that merely drips.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Told when a connection was closed: with whether something came over it that is no HTTP, or no answer to anything. */
type OnClosed = (wasOutOfStep: boolean) => void;

/**
 * Makes one connection after the other to a service; each is opened with its first request, and opened anew where it
 * was closed meanwhile.
 */
export type Connect = (onClosed: OnClosed) => Dispatcher;

/** Through a proxy each is a tunnel. */
export function connectTo(origin: string, network: Network): Connect {
  const { proxy } = network;
  const options = dialOptions(network);
  if (proxy)
    return (onClosed) =>
      openTunnels(proxy, options, (to, client) => watched(new Client(to, client), onClosed));
  // One for all, since it also remembers what makes the next TLS connection quicker.
  const connect = buildConnector(options);
  return (onClosed) => watched(new Client(origin, { ...limits, connect }), onClosed);
}

const watched = (client: Client, onClosed: OnClosed) =>
  client.on('disconnect', (_origin, _targets, error) =>
    // What comes when nothing was asked for is the second.
    onClosed(error instanceof errors.HTTPParserError || error.message === 'bad response'),
  );

/** Connections to another server than the service, for whoever asks. */
export function openConnections(origin: string, network: Network): Dispatcher {
  const options = dialOptions(network);
  return network.proxy
    ? openTunnels(network.proxy, options)
    : new Pool(origin, { ...limits, connections: 64, connect: options });
}

function dialOptions({ authorities }: Network): buildConnector.BuildOptions {
  return {
    timeout: connectTimeoutMs,
    // Read once: there are more than a hundred authorities.
    ...(authorities && { secureContext: createSecureContext({ ca: [...authorities] }) }),
  };
}

/**
 * Tunnels, for http too: what fails then shows whose fault it is, and the proxy sees neither requests nor tokens of an
 * https service.
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
