import { createSandbox } from '../../../dist/src/sandbox/index.js';

/**
 * The embedded service as a process of its own. For each line on its standard input it collects garbage and tells
 * the heap in use; it ends with its input.
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
