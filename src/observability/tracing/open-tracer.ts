import type { Log } from '../log.ts';
import type { Tracer, TracerOptions } from './tracer.ts';

/**
 * Settings of tracing: options, with the settings that could not be parsed; or the reason why tracing is off although
 * requested.
 */
export type Tracing =
  | (Omit<TracerOptions, 'fetch' | 'warn'> & { readonly unread: readonly string[] })
  | { readonly none: string | undefined };

/** Creates the tracer. Returns undefined, and loads no code, if tracing is off. */
export async function openTracer(
  tracing: Tracing,
  fetch: TracerOptions['fetch'],
  { warn }: Pick<Log, 'warn'>,
): Promise<Tracer | undefined> {
  if ('none' in tracing) {
    if (tracing.none !== undefined) warn(tracing.none);
    return undefined;
  }
  for (const why of tracing.unread) warn(why);
  const { createTracer } = await import('./tracer.ts');
  return createTracer({ ...tracing, fetch, warn });
}
