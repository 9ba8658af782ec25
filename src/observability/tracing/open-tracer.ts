import type { Log } from '../log.ts';
import type { Tracer, TracerOptions } from './tracer.ts';

/** What is asked for: traces, with what of it was not understood, or why there are none although somebody wanted them. */
export type Tracing =
  | (Omit<TracerOptions, 'fetch' | 'warn'> & { readonly unread: readonly string[] })
  | { readonly none: string | undefined };

/** Nothing is loaded where no collector is named. */
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
