import { z } from 'zod';
import { ApiError, isCallError, isOutcomeUnknown } from '../../contract/errors.ts';
import { serviceMessage } from '../../contract/service-message.ts';
import { line } from '../../domain/text-lines.ts';

export const stepResult = z.object({
  step: z.string(),
  /** `unknown`: the request was sent, but it is unknown whether the service executed it. */
  state: z.enum(['done', 'existing', 'failed', 'unknown', 'not tried']),
  id: z.string().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
  why: z.string().optional(),
  /** Existing records that conflict with the new one. */
  existing: z.array(z.object({ id: z.string(), name: z.string().optional() })).optional(),
});
export type StepResult = z.output<typeof stepResult>;

export type Made = Pick<StepResult, 'id' | 'name' | 'url' | 'existing'> & {
  readonly state?: 'existing' | 'failed' | 'unknown';
  readonly why?: string;
};

export interface IntakeStep {
  readonly name: string;
  /** @param made results of earlier steps, by name */
  run(made: ReadonlyMap<string, Made>): Promise<Made>;
}

/**
 * Runs steps in order until one fails. Completed steps are not undone. All steps are reported.
 * @throws an error only if the caller cancelled, or if it is not a failed call
 */
export async function runSteps(steps: readonly IntakeStep[]): Promise<StepResult[]> {
  const made = new Map<string, Made>();
  const results: StepResult[] = [];
  for (const { name, run } of steps) {
    if (results.some(hasFailed)) {
      results.push({ step: name, state: 'not tried' });
      continue;
    }
    const result = await run(made).catch(failureOf);
    made.set(name, result);
    results.push({ step: name, ...result, state: result.state ?? 'done' });
  }
  return results;
}

export const hasFailed = ({ state }: StepResult) => state === 'failed' || state === 'unknown';

function failureOf(error: unknown): Made {
  if (!isCallError(error)) throw error;
  const status = error instanceof ApiError ? ` ${error.status}` : '';
  const said = error instanceof ApiError ? (serviceMessage(error.body) ?? error.message) : error.message;
  const existing = duplicatesIn(error);
  return {
    state: isOutcomeUnknown(error) ? 'unknown' : 'failed',
    why: `${error.code}${status}: ${said}`,
    ...(existing.length > 0 ? { existing } : {}),
  };
}

/** Returns the ids of existing records that the new record would duplicate (API description, Object). */
function duplicatesIn(error: unknown): { id: string }[] {
  const body = error instanceof ApiError ? error.body : undefined;
  const ids = z.object({ ConflictObjects: z.array(z.string()).max(100) }).safeParse(body);
  return ids.success ? ids.data.ConflictObjects.map((id) => ({ id })) : [];
}

export function stepLines(steps: readonly StepResult[]): string[] {
  return steps.flatMap(({ step, state, name, id, url, why, existing }) => [
    line(`${step}: ${state}`, name, url?.includes(id ?? ' ') ? url : id, why),
    ...(existing ?? []).map((one) => `  ${line('there already', one.name, one.id).slice(2)}`),
  ]);
}
