import type { Log } from '../log.ts';
import type { Tracer, TracerOptions } from './tracer.ts';

/**
 * Settings for tracing: the options, and messages about settings that could not be parsed (`unread`). `none` if tracing
 * is off, with the reason if it was requested.
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
