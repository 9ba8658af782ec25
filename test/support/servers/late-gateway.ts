import { createServer, type Socket } from 'node:net';

/** Gateway that responds itself if the service behind it is late, and then also forwards the late response. */
export interface LateGateway {
  readonly url: string;
  /** Returns the number of responses that arrived after the gateway's own. */
  late(): number;
  /** Returns the number of connections made. */
  made(): number;
  close(): Promise<void>;
}

const head = (status: number, length: number, more = '') =>
  `HTTP/1.1 ${status} Any\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

/**
 * @param part share of calls whose response is late, from 0 to 1
 * @param random returns a number from 0 to 1
 * @param isEchoing whether the service's responses repeat the ids of the requests
 * @param status status of the gateway's own response
 */
export async function startLateGateway(
  part: number,
  random: () => number,
  { isEchoing = false, status = 504 }: { isEchoing?: boolean; status?: number } = {},
): Promise<LateGateway> {
  let late = 0;
  let made = 0;
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, request: string): void => {
    const target = request.split(' ')[1] ?? '';
    const token = /authorization: Bearer (\S+)/i.exec(request)?.[1] ?? '';
    const id = isEchoing ? `x-request-id: ${/x-request-id: (\S+)/i.exec(request)?.[1] ?? ''}\r\n` : '';
    if (target.includes('short-lived-token')) {
      const body = JSON.stringify({ access_token: `of-${token}`, expires_in: 86_400 });
      socket.write(head(200, Buffer.byteLength(body)) + body);
      return;
    }
    const body = JSON.stringify({
      Name: `${token.replace(/\D+/g, 'person ')} asked ${target.split('/').at(-1)}`,
    });
    const whole = head(200, Buffer.byteLength(body), id) + body;
    if (random() >= part) {
      socket.write(whole);
      return;
    }
    late += 1;
    socket.write(`${head(status, 2)}{}`);
    setTimeout(() => socket.write(whole), random() * 20);
  };
  const server = createServer((socket) => {
    made += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
        if (end < 0 || text.length < end + 4 + length) return;
        answer(socket, text.slice(0, end));
        text = text.slice(end + 4 + length);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    late: () => late,
    made: () => made,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
