import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, sharerOf } from '../addresses.ts';
import type { Bounds } from './bounds.ts';

/** Who has which connection: those on which nobody was let in yet make room for others. */
export interface Connections {
  /** A new one, which counts until it ends. */
  add(socket: Socket): void;
  /** A request that came on one. */
  carry(socket: Socket, response: ServerResponse): void;
  /** Somebody was let in on it. */
  know(socket: Socket): void;
  /** Whether requests are under way on it. */
  isBusy(socket: Socket): boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly place: string;
  readonly network: string;
  readonly responses: Set<ServerResponse>;
  isKnown: boolean;
  /** When it was last idle, on the monotonic clock. */
  since: number;
}

/** @param isBehindProxy a proxy's address says nothing about who is behind it */
export function createConnections(
  bounds: Pick<Bounds, 'connections' | 'crowd' | 'strangers' | 'graceMs'>,
  isBehindProxy: boolean,
): Connections {
  const all = new Map<string, Connection>();
  /** By network, and those of each in the order in which they became idle. */
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

  /** Of the network that has most of them, the one that was idle for longest; whoever was let in comes after that. */
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
      // Behind whatever has come on the others meanwhile.
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

/** The same for a connection and for what TLS makes of it. */
const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

function idleOf(connections: ReadonlySet<Connection>): Connection | undefined {
  for (const connection of connections) if (connection.responses.size === 0) return connection;
  return undefined;
}

/** Nobody else tells those that waited for their turn on a connection that it has ended. */
function endUnsent(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}
