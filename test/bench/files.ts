import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unfence } from '../support/texts/fence.ts';
import { aligned } from './compare.ts';
import { openRaw, type RawClient } from './load/raw-client.ts';

/**
 * `npm run bench:files` measures how much more memory the server needs for a file of 100 MB than for small
 * files, in each direction. The service runs in this process, the server in another one. The script asserts
 * nothing.
 */
const megabyte = 1024 * 1024;
const size = 100 * megabyte;
const rounds = 5;
const say = (text: string) => process.stdout.write(`${text}\n`);
const block = randomBytes(megabyte);

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-bench-files-'));
  const service = await startService();
  const client = await openRaw({
    args: [fileURLToPath(new URL('../../dist/src/main.js', import.meta.url))],
    env: {
      CASEBRIDGE_URL: service.url,
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_PASSWORD: 'anna',
      CASEBRIDGE_EXCHANGE_DIR: directory,
    },
  });
  try {
    writeFileSync(join(directory, 'large.bin'), Buffer.alloc(size, block));
    writeFileSync(join(directory, 'small.bin'), block);
    const download = async (bytes: number) => {
      service.size = bytes;
      const answer = await call(client, 'download_document', { docID: randomUUID() });
      if (answer.size !== bytes) throw new Error(`${answer.size} bytes came instead of ${bytes}.`);
      rmSync(join(directory, answer.path));
    };
    const upload = async (path: string, bytes: number) => {
      await call(client, 'create_document', { File: { name: path, path } });
      if (service.received < bytes) throw new Error(`${service.received} bytes arrived instead of ${bytes}.`);
    };
    const rows = [['', 'growth at most', 'target', '', 'MB/s']];
    for (const [what, action] of [
      ['download', (bytes: number) => download(bytes)],
      ['upload', (bytes: number) => upload(bytes === size ? 'large.bin' : 'small.bin', bytes)],
    ] as const) {
      for (let round = 0; round < 10; round += 1) await action(megabyte);
      // Wait, because V8 compiles the HTTP parser (WebAssembly) in the background after its first use, which
      // takes some 30 MB.
      await sleep(1500);
      rows.push(await measure(client, `${what} of 100 MB`, () => action(size)));
    }
    say(aligned(rows));
  } finally {
    await client.end();
    await service.close();
    rmSync(directory, { recursive: true });
  }
}

async function measure(client: RawClient, what: string, action: () => Promise<void>): Promise<string[]> {
  const before = memory(client, 'VmRSS');
  const began = performance.now();
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, memory(client, 'VmRSS'));
  };
  const timer = setInterval(sample, 5);
  for (let round = 0; round < rounds; round += 1) {
    await action();
    sample();
  }
  clearInterval(timer);
  const speed = (rounds * size) / megabyte / ((performance.now() - began) / 1000);
  const growth = (peak - before) / megabyte;
  const verdict = growth < 32 ? 'met' : 'MISSED';
  return [what, `${growth.toFixed(1)} MB`, '< 32 MB', verdict, speed.toFixed(0)];
}

/** Returns a memory value of the process from `/proc`, in bytes. Returns NaN on systems other than Linux. */
function memory({ pid }: RawClient, field: string): number {
  try {
    const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

async function call(client: RawClient, name: string, args: object) {
  const { content, isError } = await client.ask('tools/call', { name, arguments: args });
  if (isError) throw new Error(content[0].text);
  return JSON.parse(unfence(content[0].text));
}

/** Starts a service that issues tokens, returns files of any size, and counts the received bytes. */
async function startService() {
  const service = { url: '', size: 0, received: 0, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.once('end', () => {
      if (request.method === 'GET') void sendFile(response, service.size);
      else {
        service.received = received;
        const body = { access_token: 'token', token_type: 'bearer', expires_in: 3600, docID: randomUUID() };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return service;
}

async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=large.pdf',
    'content-length': bytes,
  });
  for (let sent = 0; sent < bytes; sent += block.length)
    if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
  response.end();
}

await main();
