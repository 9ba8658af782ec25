import type { ServerContext } from '@modelcontextprotocol/server';

const everyMs = 250;
const everyBytes = 1024 * 1024;

/**
 * Tells the client how far a transfer is, if it asked for that: after each MiB or quarter of a second, and at the end.
 * @returns undefined where it did not ask
 */
export function progressReporter(
  context: ServerContext,
): ((bytes: number, ofBytes: number | undefined) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  let toldAt = performance.now();
  return (progress, total) => {
    // A transfer that starts again says nothing until it is further than before: progress has to grow.
    if (progress <= told) return;
    const now = performance.now();
    if (progress !== total && progress - told < everyBytes && now - toldAt < everyMs) return;
    told = progress;
    toldAt = now;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    // A client that is gone needs no progress; the call itself finds out.
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Tells the client after each step of a longer call how far it is, if it asked for that. */
export function stepReporter(context: ServerContext): (done: number) => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  let told = 0;
  return (progress) => {
    if (progressToken === undefined || progress <= told) return;
    told = progress;
    const params = { progressToken, progress };
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
