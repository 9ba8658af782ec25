import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Mock service for both sides of a comparison. It returns the same bytes for every request, or for every list
 * request, so that its own time hides no difference. It issues one token and refuses requests without it.
 * `/connections` returns the number of connections that carried authorized requests. It exits when stdin
 * ends.
 */
const [file, token, listFile = file] = process.argv.slice(2);
const [body, list] = [readFileSync(file), readFileSync(listFile)];
/** Connections that carried authorized requests. */
const connections = new WeakSet();
let opened = 0;
const granted = JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 86_400 });
const json = { 'content-type': 'application/json; charset=utf-8' };

const server = createServer((request, response) => {
  if (request.url.startsWith('/api/v2/auth/')) {
    request.resume();
    response.writeHead(200, json).end(granted);
  } else if (request.url === '/connections') response.writeHead(200, json).end(String(opened));
  else if (request.headers.authorization === `Bearer ${token}`) {
    if (!connections.has(request.socket)) opened += 1;
    connections.add(request.socket);
    const answer = request.url.includes('?') ? list : body;
    response.writeHead(200, { ...json, 'content-length': answer.length }).end(answer);
  } else response.writeHead(401).end();
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on('end', () => process.exit()).resume();
