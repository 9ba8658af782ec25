import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, sharerOf } from '../addresses.ts';
import type { Bounds } from './bounds.ts';

/** Registry of connections. Unauthenticated ones are closed to make room. */
export interface Connections {
  add(socket: Socket): void;
  carry(socket: Socket, response: ServerResponse): void;
  /** Records that a caller was authenticated on a connection. */
  know(socket: Socket): void;
  isBusy(socket: Socket): boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly place: string;
  readonly network: string;
  readonly responses: Set<ServerResponse>;
  isKnown: boolean;
  /** Time at which the connection became idle, on the monotonic clock. */
  since: number;
}

/** @param isBehindProxy if true, all connections have the proxy's address and are not limited by network */
export function createConnections(
  bounds: Pick<Bounds, 'connections' | 'crowd' | 'strangers' | 'graceMs'>,
  isBehindProxy: boolean,
): Connections {
  const all = new Map<string, Connection>();
  /** Unauthenticated connections by network, each in the order in which they became idle. */
  const strangers = new Map<string, Set<Connection>>();
  const known = new Set<Connection>();
  const find = (socket: Socket) => all.get(placeOf(socket));

  const leave = (connection: Connection) => {
    known.delete(connection);
    const own = strangers.get(connection.network);
    if (own?.delete(connection) && own.size === 0) strangers.delete(connection.network);
  };
  const enter = (connection: Connection) => {
    connection.since = performance.now();
    if (connection.isKnown) return known.add(connection);
    const own = strangers.get(connection.network) ?? new Set();
    strangers.set(connection.network, own);
    return own.add(connection);
  };
  const forget = (connection: Connection) => {
    if (all.get(connection.place) === connection) all.delete(connection.place);
    leave(connection);
  };
  const drop = (connection: Connection | undefined): void => {
    if (connection === undefined) return;
    forget(connection);
    connection.socket.destroy();
  };

  /**
   * Closes one connection: the longest idle one from the network with the most unauthenticated connections. If that
   * network has no idle connection, closes the authenticated connection that has been idle for longest. If there is
   * none either, closes a busy unauthenticated one.
   */
  const makeRoom = (): void => {
    let most: ReadonlySet<Connection> = new Set();
    for (const own of strangers.values()) if (own.size > most.size) most = own;
    const [first] = most;
    drop(idleOf(most) ?? idleOf(known) ?? first);
  };
  const trim = (network: string): void => {
    const own = strangers.get(network) ?? [];
    for (const connection of own) {
      const isEarly = performance.now() - connection.since < bounds.graceMs;
      const isLittle = all.size <= bounds.crowd || (strangers.get(network)?.size ?? 0) <= bounds.strangers;
      if (isEarly || isLittle) return;
      if (connection.responses.size === 0) drop(connection);
    }
  };

  return {
    add: (socket) => {
      if (all.size >= bounds.connections) makeRoom();
      if (all.size >= bounds.connections) return void socket.destroy();
      const network = sharerOf(networkOf(socket.remoteAddress ?? ''));
      const connection: Connection = {
        socket,
        place: placeOf(socket),
        network,
        responses: new Set(),
        isKnown: false,
        since: 0,
      };
      all.set(connection.place, connection);
      enter(connection);
      // Trim later, after the data that has arrived on other connections was processed.
      if (!isBehindProxy) setImmediate(trim, network);
      socket.once('close', () => {
        forget(connection);
        for (const response of connection.responses) endUnsent(response);
      });
    },
    carry: (socket, response) => {
      const connection = find(socket);
      if (connection === undefined) return;
      connection.responses.add(response);
      response.once('close', () => {
        connection.responses.delete(response);
        if (connection.responses.size > 0 || all.get(connection.place) !== connection) return;
        leave(connection);
        enter(connection);
      });
    },
    know: (socket) => {
      const connection = find(socket);
      if (connection === undefined || connection.isKnown) return;
      leave(connection);
      connection.isKnown = true;
      enter(connection);
    },
    isBusy: (socket) => (find(socket)?.responses.size ?? 0) > 0,
  };
}

/** Returns a key that is the same for a connection and its TLS socket. */
const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

function idleOf(connections: ReadonlySet<Connection>): Connection | undefined {
  for (const connection of connections) if (connection.responses.size === 0) return connection;
  return undefined;
}

/** Ends responses that wait for their turn on a closed connection, because Node does not notify them. */
function endUnsent(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}
