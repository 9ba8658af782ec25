import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/** Returns ports that are free now and outside the range from which systems assign ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count && tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => server.close(resolve));
  return isListening;
}

/**
 * Starts nginx with `examples/nginx.conf`, the example for operators. Only addresses, TLS and output paths are changed.
 * @param ports ports of the processes behind nginx
 * @param isAffine whether all requests of one caller go to the same process, as in the example for servers without
 *   Redis
 */
export async function startNginx(port: number, ports: readonly number[], isAffine = false) {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-nginx-'));
  const example = readFileSync(new URL('../../../examples/nginx.conf', import.meta.url), 'utf8');
  const placed = ports.reduce(
    (text, one, index) => text.replace(`casebridge-${index + 1}:3333`, `127.0.0.1:${one}`),
    isAffine ? example.replace('# hash', 'hash') : example,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const configuration = placed
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('/dev/stdout', `${directory}/access.log`)
    .replace('http {', `http {\n${temporary.join('\n')}`);
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(join(directory, 'nginx.conf'), `${user}daemon off;\npid ${directory}/pid;\n${configuration}`);
  mkdirSync(join(directory, 'logs'));
  const child = spawn(
    'nginx',
    ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', `${directory}/error.log`],
    {
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 200 && child.exitCode === null && !(await listens(port)); tries += 1)
    await sleep(50);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    /** Returns one line for each request, with the process that handled it. */
    accessLog: () => readFileSync(join(directory, 'access.log'), 'utf8'),
    errorLog: () => readFileSync(join(directory, 'error.log'), 'utf8'),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
