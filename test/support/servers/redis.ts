import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from './nginx.ts';

export const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;

const run = promisify(execFile);
const password = 'canary-of-redis';

/** Forwards connections to a port, and can delay the data in both directions. */
export async function startDelaying(port: number) {
  const at = { delayMs: 0 };
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (chunk) => setTimeout(() => to.destroyed || to.write(chunk), at.delayMs).unref());
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    pass(client, behind);
    pass(behind, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    at,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Starts a real Redis in a temporary folder, without persistence.
 * @param isTls whether to listen with TLS too, with the test certificate
 */
export async function startRedis(isTls = false) {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-redis-'));
  const [port = 0, tlsPort = 0] = await freePorts(2);
  const file = (name: string) => fileURLToPath(new URL(`tls/${name}.pem`, import.meta.url));
  const tls = [
    ...['--tls-port', `${tlsPort}`, '--tls-cert-file', file('good'), '--tls-key-file', file('key')],
    ...['--tls-ca-cert-file', file('authority'), '--tls-auth-clients', 'no'],
  ];
  const cli = async (...command: string[]) =>
    (
      await run('redis-cli', ['-p', `${port}`, '--no-auth-warning', '-a', password, ...command])
    ).stdout.trim();
  const start = async () => {
    const plain = ['--port', `${port}`, '--bind', '127.0.0.1', '--requirepass', password];
    const args = isTls ? [...plain, ...tls] : plain;
    const started = spawn('redis-server', [...args, '--save', '', '--dir', directory], { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await cli('PING').catch(() => '')) === 'PONG') break;
      await sleep(25);
    }
    return started;
  };
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    url: `redis://:${password}@127.0.0.1:${port}`,
    tlsUrl: `rediss://:${password}@127.0.0.1:${tlsPort}`,
    password,
    cli,
    kill,
    /** Pauses the process: connections stay open, but it sends no responses until `wake`. */
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    /** Starts Redis again after `kill`. Redis is then empty. */
    start: async () => {
      child = await start();
    },
    /**
     * Records every command from now on.
     * @returns a function that stops and returns the recorded commands
     */
    watch: async () => {
      const monitor = spawn('redis-cli', ['-p', `${port}`, '--no-auth-warning', '-a', password, 'MONITOR']);
      let seen = '';
      monitor.stdout.on('data', (chunk: Buffer) => {
        seen += chunk.toString();
      });
      while (!seen.includes('OK')) await sleep(10);
      return async () => {
        const ended = once(monitor, 'exit');
        monitor.kill();
        await ended;
        return seen;
      };
    },
    close: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
