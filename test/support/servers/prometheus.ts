import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './nginx.ts';

export const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;

const examples = new URL('../../../examples/watching/', import.meta.url);

/** Runs `promtool` on the examples for operators. */
export function promtool(...args: readonly string[]): {
  readonly status: number | null;
  readonly said: string;
} {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: examples, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

interface Found {
  readonly status: string;
  readonly error?: string;
  readonly data?: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
}

/**
 * Starts Prometheus with the example for operators. Only addresses and intervals are changed.
 * @param target `host:port` of the monitor that it scrapes
 */
export async function startPrometheus(target: string) {
  const directory = mkdtempSync(join(tmpdir(), 'casebridge-prometheus-'));
  const example = readFileSync(new URL('prometheus.yml', examples), 'utf8');
  const configuration = example
    .replace(/targets: .*/, `targets: ['${target}']`)
    .replaceAll('_interval: 15s', '_interval: 250ms');
  writeFileSync(join(directory, 'prometheus.yml'), configuration);
  copyFileSync(new URL('rules.yml', examples), join(directory, 'rules.yml'));
  const [port = 0] = await freePorts(1);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const ask = async (path: string): Promise<Found> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json() as Promise<Found>;
  const query = (expression: string) => ask(`query?query=${encodeURIComponent(expression)}`);
  const isReady = () =>
    query('count_over_time(up[1m]) >= 3').then(
      ({ data }) => data?.result.length === 1,
      () => false,
    );
  for (let tries = 0; tries < 400 && child.exitCode === null && !(await isReady()); tries += 1)
    await sleep(50);
  return {
    query,
    ask,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
