/**
 * At SIGUSR1 Node opens its debugger, with which anybody on the machine reads the memory of a process, unless somebody
 * else takes that signal.
 */
export const refuseDebugger = (): void => void process.on('SIGUSR1', () => undefined);

/**
 * Waits to be told to end: by SIGINT, SIGTERM, or the end of the terminal in which the process runs.
 * @param onHangUp what SIGHUP means to a process without a terminal, again and again
 */
export function untilStopSignal(onHangUp: () => void): Promise<void> {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  return new Promise((resolve) => {
    const stop = () => resolve();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    process.on('SIGHUP', hasTerminal ? stop : onHangUp);
  });
}
