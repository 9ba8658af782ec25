import { connect, createServer } from 'node:net';

/** Load balancer that forwards connections to the ports of the command line, in turn. */
const ports = process.argv.slice(2).map(Number);
let turn = 0;
const server = createServer((client) => {
  turn += 1;
  const port = ports[turn % ports.length];
  const behind = connect(port, '127.0.0.1');
  client.pipe(behind).pipe(client);
  client.on('error', () => behind.destroy());
  behind.on('error', () => client.destroy());
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`serves MCP at http://127.0.0.1:${server.address().port}/mcp\n`),
);
