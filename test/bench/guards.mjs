import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';

/**
 * `node test/bench/guards.mjs` compares the time of the SDK's message checks, in the order in which
 * `Protocol` runs them, with a check of the message's own properties. Prints medians of processor time.
 */
const params = { name: 'get_object', arguments: { id: '5f0c6f0e-8f3b-4a0e-9a3f-0d1f5a7f3b11' } };
const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
const answer = { jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'x'.repeat(6000) }] } };
const rounds = 40;
const times = 2000;

function microseconds(check, message) {
  const taken = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage().user;
    for (let time = 0; time < times; time += 1) check(message);
    taken.push((process.cpuUsage().user - before) / times);
  }
  return taken.sort((one, other) => one - other)[rounds / 2];
}

const byZod = (message) =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message) || isJSONRPCRequest(message);
const byShapeFirst = (message) =>
  'method' in message
    ? isJSONRPCRequest(message)
    : isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
for (const [name, message] of [
  ['request', request],
  ['answer', answer],
])
  console.log(
    `${name}: ${microseconds(byZod, message).toFixed(2)} µs as now, ${microseconds(byShapeFirst, message).toFixed(2)} µs with a look at its shape first`,
  );
for (const check of [isJSONRPCResultResponse, isJSONRPCErrorResponse, isJSONRPCRequest])
  console.log(`${check.name} of a request: ${microseconds(check, request).toFixed(2)} µs`);
