import { createSandbox } from '../../../dist/src/sandbox/index.js';

/**
 * The embedded service in a separate process. For each line on stdin, it runs a garbage collection and prints
 * the used heap. It exits when stdin ends.
 */
const began = process.hrtime.bigint();
const sandbox = await createSandbox({ data: process.argv[2] });
const seeded = Number(process.hrtime.bigint() - began) / 1e6;
process.stdout.write(`${sandbox.url} ${seeded.toFixed(1)}\n`);
process.stdin
  .on('data', () => {
    globalThis.gc?.();
    process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
  })
  .on('end', () => process.exit());
