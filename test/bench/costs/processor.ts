import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time of all threads of a process so far, in milliseconds. Returns NaN if the system
 * does not report it (Linux does).
 */
export function processorMs(pid: number): number {
  try {
    const tasks = `/proc/${pid}/task`;
    let nanoseconds = 0;
    for (const task of readdirSync(tasks))
      nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    return nanoseconds / 1e6;
  } catch {
    return Number.NaN;
  }
}
