/** Ignores SIGUSR1. Node's debugger would let anybody on the machine read the memory. */
export const refuseDebugger = (): void => void process.on('SIGUSR1', () => undefined);

/**
 * Waits for SIGINT, SIGTERM, or the end of the terminal.
 * @param onHangUp called for each SIGHUP that a process without a terminal receives
 */
export function untilStopSignal(onHangUp: () => void): Promise<void> {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  return new Promise((resolve) => {
    const stop = () => resolve();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    process.on('SIGHUP', hasTerminal ? stop : onHangUp);
  });
}
