import type { Log } from '../log.ts';
import type { Tracer, TracerOptions } from './tracer.ts';

/**
 * Settings for tracing. `unread` contains messages about settings that could not be parsed. `none` is present if
 * tracing is off. It is the reason if tracing was requested, and otherwise undefined.
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
