/** Values of `OTEL_TRACES_SAMPLER` (OpenTelemetry SDK). */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type Sampler = (typeof samplers)[number];

/**
 * Checks whether a trace is kept.
 * @param share share of traces that `traceidratio` keeps, 0 to 1. The last 56 bits of the trace id decide, because they
 * are random (W3C Trace Context 2)
 * @param parent decision of the caller's trace, if there is one
 */
export function isKept(
  sampler: Sampler,
  share: number,
  traceId: string,
  parent: boolean | undefined,
): boolean {
  if (sampler.startsWith('parentbased_') && parent !== undefined) return parent;
  if (sampler.endsWith('always_on')) return true;
  if (sampler.endsWith('always_off')) return false;
  return Number.parseInt(traceId.slice(-14), 16) >= (1 - share) * 2 ** 56;
}
