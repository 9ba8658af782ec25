import type { Log } from '../log.ts';
import type { Tracer, TracerOptions } from './tracer.ts';

/** What is asked for: traces, or why there are none although somebody wanted them. */
export type Tracing = Omit<TracerOptions, 'fetch' | 'warn'> | { readonly none: string | undefined };

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
  const { createTracer } = await import('./tracer.ts');
  return createTracer({ ...tracing, fetch, warn });
}
