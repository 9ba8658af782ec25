import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { serverPath } from './clients/process.ts';

/** Global setup of Vitest: the run fails if a server that a test started still runs at the end. Requires /proc. */
export function setup(): () => Promise<void> {
  const before = orphans();
  return async () => {
    let left = [...orphans()];
    // Another run at the same time may still be ending its servers.
    for (let looks = 0; looks < 20 && left.some((one) => !before.has(one)); looks += 1) {
      await setTimeout(100);
      left = [...orphans()];
    }
    left = left.filter((one) => !before.has(one));
    if (left.length === 0) return;
    // An error thrown here is printed but does not make the run fail.
    process.exitCode = 1;
    throw new Error(`Processes are left that tests have started: ${left.join(', ')}`);
  };
}

/**
 * Returns the servers of this checkout whose parent process has ended. A server that somebody started manually still
 * has its parent process.
 */
function orphans(): Set<string> {
  const found = new Set<string>();
  for (const pid of read(() => readdirSync('/proc')) ?? []) {
    const [words, status] = ['cmdline', 'status'].map((name) =>
      read(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')),
    );
    if (words?.includes(serverPath) && /^PPid:\s1$/m.test(status ?? ''))
      found.add(`${pid} (${words.split('\0').slice(1).join(' ')})`);
  }
  return found;
}

function read<Content>(from: () => Content): Content | undefined {
  try {
    return from();
  } catch {
    return undefined;
  }
}
