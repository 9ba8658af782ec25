import { type Bridge, openBridge } from './bridge.ts';
import { compareWorlds, snapshotOf } from './change.ts';
import { type Edits, writeFile } from './file.ts';
import { createPace } from './pace.ts';
import type { Call, Fault, Question } from './question.ts';
import type { Answer } from './verdicts/answer.ts';
import type { Result } from './verdicts/judge.ts';
import type { Stranger } from './world.ts';

/**
 * Asks casebridge questions about a service by other authors, and closes the service afterwards.
 * @param edits changes by a person to the deployment file that `casebridge doctor` wrote. Default: no file
 */
export async function askAll(
  stranger: Stranger,
  asked: readonly Question[],
  edits?: Edits,
): Promise<Result[]> {
  const file = edits === undefined ? undefined : await writeFile(stranger, edits);
  const bridge = await openBridge(stranger, file);
  try {
    const results: Result[] = [];
    const pace = createPace(stranger.requests);
    for (const question of asked) {
      await pace();
      const result = await askOne(stranger, bridge, question);
      if (result !== undefined) results.push(result);
    }
    return results;
  } finally {
    await bridge.close();
    await stranger.close();
  }
}

/** Returns undefined if the service has no record for this question. */
async function askOne(stranger: Stranger, bridge: Bridge, question: Question): Promise<Result | undefined> {
  const { world, requests } = stranger;
  const asked = question.ask({ world, now: new Date(), zone: bridge.zone });
  if (asked === undefined) return undefined;
  const [sent, before] = [requests.length, snapshotOf(world)];
  const answers: Answer[] = [];
  const calls: Call[] = [];
  for (const step of asked.calls) {
    const call = typeof step === 'function' ? step(answers) : step;
    calls.push(call);
    answers.push(await bridge.ask(call));
  }
  const answer = answers.at(-1) as Answer;
  const changed = compareWorlds(before, snapshotOf(world), asked.change);
  // An error means that nothing was changed, so the expected changes are not missing.
  const differences = answer.isError ? changed.filter(({ sort }) => sort === 'lost') : changed;
  const isCompared = !answer.isError && asked.check !== undefined;
  return {
    question,
    asked,
    calls: calls.map(([tool, args]) => `${tool} ${JSON.stringify(args)}`).join('\n'),
    answer,
    faults: [...(isCompared ? checked(() => asked.check?.(answer, answers) ?? []) : []), ...differences],
    requests: requests.length - sent,
  };
}

/** Returns a fault if the answer has an unexpected structure and cannot be compared. */
function checked(check: () => readonly Fault[]): readonly Fault[] {
  try {
    return check();
  } catch (error) {
    return [{ what: `the answer cannot be compared: ${String(error)}`, topic: /(?!)/ }];
  }
}
