import { setTimeout as sleep } from 'node:timers/promises';
import { writeAnswer } from './proxy.ts';
import { after, beginning, crlf, forEver, half, head, json, message, type Plays, plain } from './words.ts';

/** Faults of the connection. */
export const connections: Plays = {
  'reset before the service sees it': ({ socket }) => socket.resetAndDestroy(),
  'closed before the service sees it': ({ socket }) => socket.end(),
  'reset after the work': after((_, { socket }) => socket.resetAndDestroy()),
  'closed after the work': after((_, { socket }) => socket.end()),
  'reset within the headers': after(async (_, { socket }) => {
    socket.write('HTTP/1.1 200 An');
    await sleep(20);
    socket.resetAndDestroy();
  }),
  'reset within a sized body': after(async (passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length}`));
    socket.write(half(passed));
    await sleep(20);
    socket.resetAndDestroy();
  }),
  'reset within a chunked body': after(async (passed, { socket }) => {
    socket.write(beginning(passed, 'transfer-encoding: chunked'));
    socket.write(`${half(passed).length.toString(16)}${crlf}`);
    socket.write(half(passed));
    await sleep(20);
    socket.resetAndDestroy();
  }),
  'ended within a sized body': after((passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length + 1}`));
    socket.end(half(passed));
  }),
  'ended within a chunked body': after((passed, { socket }) => {
    socket.write(beginning(passed, 'transfer-encoding: chunked'));
    socket.end(`${passed.body.length.toString(16)}${crlf}`);
  }),
  'a length that is too short': after((passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${half(passed).length}`));
    socket.write(passed.body);
  }),
  'a length that is too long': after(async (passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length + 10}`));
    socket.write(passed.body);
    await sleep(forEver);
  }),
  'two lengths': after((passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length}`, 'content-length: 5'));
    socket.write(passed.body);
  }),
  'a negative length': after((passed, { socket }) => {
    socket.write(beginning(passed, 'content-length: -1'));
    socket.write(passed.body);
  }),
  'a length and chunks': after((passed, { socket }) => {
    socket.write(beginning(passed, 'content-length: 3', 'transfer-encoding: chunked'));
    socket.write(`${passed.body.length.toString(16)}${crlf}`);
    socket.write(passed.body);
    socket.write(`${crlf}0${crlf}${crlf}`);
  }),
  'a chunk size of garbage': after((passed, { socket }) =>
    socket.write(`${beginning(passed, 'transfer-encoding: chunked')}xyz${crlf}{}${crlf}`),
  ),
  'small chunks': after(({ body, ...passed }, { socket }) => {
    socket.write(beginning({ ...passed, body }, 'transfer-encoding: chunked'));
    for (let from = 0; from < body.length; from += 100) {
      const piece = body.subarray(from, from + 100);
      socket.write(`${piece.length.toString(16)};odd="1"${crlf}`);
      socket.write(piece);
      socket.write(crlf);
    }
    socket.write(`0${crlf}x-trailer: 1${crlf}${crlf}`);
  }),
  'no length, ended by closing': after((passed, { socket }) => {
    socket.write(beginning(passed, 'connection: close'));
    socket.end(passed.body);
  }),
  'an answer of HTTP/1.0': after((passed, { socket }) => {
    socket.write(`HTTP/1.0 ${passed.status} Any${crlf}content-type: ${json}${crlf}${crlf}`);
    socket.end(passed.body);
  }),
  'silence before the work': () => sleep(forEver),
  'silence after the work': after(() => sleep(forEver)),
  'silence within the body': after(async (passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length}`));
    socket.write(half(passed));
    await sleep(forEver);
  }),
  'a body drop by drop': after(async (passed, { socket }) => {
    socket.write(beginning(passed, `content-length: ${passed.body.length}`));
    for (let from = 0; from < passed.body.length && !socket.destroyed; from += 200) {
      socket.write(passed.body.subarray(from, from + 200));
      await sleep(15);
    }
  }),
  'headers drop by drop without end': after(async (_, { socket }) => {
    socket.write(`HTTP/1.1 200 Any${crlf}x-drip: `);
    for (let drops = 0; drops < 400 && !socket.destroyed; drops += 1) {
      socket.write('a');
      await sleep(50);
    }
  }),
  'a late answer': after(async (passed, { socket, random }) => {
    await sleep(300 + random.below(900));
    writeAnswer(socket, passed);
  }),
  'another protocol': ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  noise: after((_, { socket }) => socket.end(Buffer.from('\u0000\u0001ÿþ\r\n\r\n<<<', 'latin1'))),
  'headers of a megabyte': after((_, { socket }) =>
    socket.end(head(200, `x-large: ${'x'.repeat(1024 * 1024)}`)),
  ),
  'a thousand headers': after((passed, { socket }) =>
    writeAnswer(
      socket,
      passed,
      Array.from({ length: 1000 }, (_, n) => `x-odd-${n}: ${n}`),
    ),
  ),
  'a header with NUL': after((passed, { socket }) => writeAnswer(socket, passed, ['x-odd: a\u0000b'])),
  'a header without a colon': after((passed, { socket }) => writeAnswer(socket, passed, ['odd'])),
  'lines that end with LF alone': after((passed, { socket }) => {
    socket.write(`HTTP/1.1 200 Any\ncontent-type: ${json}\ncontent-length: ${passed.body.length}\n\n`);
    socket.write(passed.body);
  }),
};

/** Responses that are early, repeated or sent for the wrong request. */
export const outOfStep: Plays = {
  'a 504 and the late answer behind it': after(async (passed, { socket }) => {
    writeAnswer(socket, plain(504, message('late')));
    await sleep(20);
    writeAnswer(socket, passed);
  }),
  'a 408 and the late answer behind it': after(async (passed, { socket }) => {
    writeAnswer(socket, plain(408, message('late')));
    await sleep(20);
    writeAnswer(socket, passed);
  }),
  'the answer twice': after((passed, { socket }) => {
    socket.cork();
    writeAnswer(socket, passed);
    writeAnswer(socket, passed);
    socket.uncork();
  }),
  'bytes behind the answer': after((passed, { socket }) => {
    socket.cork();
    writeAnswer(socket, passed);
    socket.write('garbage');
    socket.uncork();
  }),
  '103 before the answer': after((passed, { socket }) => {
    socket.write(head(103, 'link: </style.css>; rel=preload'));
    writeAnswer(socket, passed);
  }),
  '100 before the answer': after((passed, { socket }) => {
    socket.write(head(100));
    writeAnswer(socket, passed);
  }),
  '100 and nothing more': after(async (_, { socket }) => {
    socket.write(head(100));
    await sleep(50);
    socket.resetAndDestroy();
  }),
  '101 to another protocol': after((_, { socket }) =>
    socket.write(head(101, 'upgrade: h2c', 'connection: upgrade')),
  ),
  'the answer to somebody else, under its own id': after((passed, { socket, foreign }) => {
    const other = foreign();
    if (!other) return writeAnswer(socket, passed);
    return writeAnswer(socket, other.passed, [`x-request-id: ${other.id}`]);
  }),
};

/**
 * Repeated responses. If requests share a connection and the service returns no request ids, casebridge cannot
 * distinguish a repeated response from the next one. These faults occur only after changes, because changes have
 * separate connections.
 */
export const behindChanges: Plays = {
  'the answer twice, the second one later': after(async (passed, { socket }) => {
    writeAnswer(socket, passed);
    await sleep(60);
    writeAnswer(socket, passed);
  }),
};
