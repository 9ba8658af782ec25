import type { ServerContext } from '@modelcontextprotocol/server';

const everyMs = 250;
const everyBytes = 1024 * 1024;

/**
 * Returns a function that reports the progress of a transfer: after each MiB or quarter of a second, and at the end.
 * @returns undefined if the client did not request progress
 */
export function progressReporter(
  context: ServerContext,
): ((bytes: number, ofBytes: number | undefined) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  let toldAt = performance.now();
  return (progress, total) => {
    // A transfer that starts again reports nothing until it has passed the earlier progress, because reported progress
    // must increase.
    if (progress <= told) return;
    const now = performance.now();
    if (progress !== total && progress - told < everyBytes && now - toldAt < everyMs) return;
    told = progress;
    toldAt = now;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    // Ignore the failure if the client has disconnected. The call detects this in another way.
    void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Reports each step of a longer call, if the client requested progress. */
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
