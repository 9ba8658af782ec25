import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections of young garbage: one takes about 1 ms, and 4 MiB of buffers do not show in the memory. */
const everyBytes = 4 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * For long transfers: told of each piece that has passed, it has young garbage collected now and then. Pieces lie
 * outside of V8's heap, where V8 lets more than 30 MB of them pile up before it looks by itself.
 */
export function createGcPacer(): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < everyBytes) return;
    passed = 0;
    collect ??= exposeCollection();
    collect();
  };
}

function exposeCollection(): () => void {
  // The function is only there for contexts that are made under this flag.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof gc === 'function') gc({ type: 'minor' });
  };
}
