import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { serverPath } from './clients/process.ts';

/** Around a whole run: a server that tests started and nobody ended fails it. Where /proc tells of processes. */
export function setup(): () => Promise<void> {
  const before = orphans();
  return async () => {
    let left = [...orphans()];
    // Another run at the same time may be about to end its own.
    for (let looks = 0; looks < 20 && left.some((one) => !before.has(one)); looks += 1) {
      await setTimeout(100);
      left = [...orphans()];
    }
    left = left.filter((one) => !before.has(one));
    if (left.length === 0) return;
    // What is thrown here is shown, and changes nothing about how the run ends.
    process.exitCode = 1;
    throw new Error(`Processes are left that tests have started: ${left.join(', ')}`);
  };
}

/** Servers of this checkout whose parent has ended: those of somebody who tries them out have theirs. */
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
