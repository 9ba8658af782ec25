import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Answer } from './answer.ts';
import { type Bridge, openBridge } from './bridge.ts';
import { compareWorlds, snapshotOf } from './change.ts';
import { judge, type Result, type Verdict } from './judge.ts';
import { createPace } from './pace.ts';
import type { Call, Fault, Question } from './question.ts';
import { questions } from './questions/index.ts';
import { strangers } from './strangers.ts';
import { detailsOf, type Score, tableOf } from './table.ts';
import type { Stranger } from './world.ts';

/**
 * `npm run strangers [-- --only aspnet --kind changes --json FILE --show SAID]`: asks casebridge about services that were
 * written from the API's description alone, and compares its answers with what these hold. Ends with 1 if an answer is
 * wrong and does not say so.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      kind: { type: 'string' },
      json: { type: 'string' },
      show: { type: 'string', default: 'POOR,WRONG' },
    },
  });
  const asked = questions.filter(({ kind, about }) => `${kind} ${about}`.includes(values.kind ?? ''));
  const scores: Score[] = [];
  for (const [stranger, start] of Object.entries(strangers)) {
    if (values.only !== undefined && values.only !== stranger) continue;
    const score = { stranger, answers: judge(await askAll(await start(), asked)) };
    scores.push(score);
    write(`${tableOf(score)}\n\n${detailsOf(score, values.show.split(',') as Verdict[])}\n`);
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(scores.flatMap(plainOf), null, 1));
  const isWrong = scores.some(({ answers }) => answers.some(({ verdict }) => verdict === 'WRONG'));
  process.exitCode = isWrong || scores.length === 0 ? 1 : 0;
}

const write = (text: string) => process.stdout.write(`${text}\n`);

async function askAll(stranger: Stranger, asked: readonly Question[]): Promise<Result[]> {
  const bridge = await openBridge(stranger);
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

/** Returns undefined if this world has no record to ask about. */
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
  // A refusal changes nothing, so what was asked is not missing.
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

/** An answer of another shape than is expected cannot be compared, which is a fault of its own. */
function checked(check: () => readonly Fault[]): readonly Fault[] {
  try {
    return check();
  } catch (error) {
    return [{ what: `the answer cannot be compared: ${String(error)}`, topic: /(?!)/ }];
  }
}

const plainOf = ({ stranger, answers }: Score) =>
  answers.map(({ question: { kind, about }, verdict, calls, asked, faults, answer, requests, said }) => ({
    stranger,
    kind,
    about,
    verdict,
    calls,
    expected: asked.expected,
    faults: faults.map(({ what }) => what),
    answer: answer.text.slice(0, 4000),
    notes: answer.notes,
    asked: answer.asked,
    said,
    requests,
  }));

await main();
