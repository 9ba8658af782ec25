import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { bothWays, type Services, startServices } from './compare.ts';
import { evaluate } from './model/evaluate.ts';
import { type ModelSettings, readModelSettings } from './model/settings.ts';
import type { Question } from './question.ts';
import { questions } from './questions/index.ts';
import { type Compared, tableByKind, tableOfEach, tableOfTrials, withTable } from './table.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function scripted(services: Services, chosen: readonly Question[]): Promise<void> {
  const compared: Compared[] = [];
  for (const question of chosen) {
    const { plain, short } = await bothWays(services, question);
    if (!isDeepStrictEqual([short.facts, short.effect], [plain.facts, plain.effect]))
      throw new Error(`${question.id}: ${JSON.stringify(short)} is not ${JSON.stringify(plain)}`);
    compared.push({ id: question.id, kind: question.kind, plain: plain.cost, short: short.cost });
  }
  print(tableOfEach(compared));
  if (chosen.length < questions.length) return;
  const table = tableByKind(compared);
  print(`\n${table}`);
  const page = new URL('../../docs/costs.md', import.meta.url);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
}

async function asked(
  services: Services,
  settings: ModelSettings,
  { chosen, iterations, lines }: { chosen: readonly Question[]; iterations: number; lines?: string },
): Promise<void> {
  const trials = await evaluate({
    ...{ ...services, settings, questions: chosen, iterations },
    onTrial: (trial) => {
      process.stderr.write(`${trial.isRight ? 'right' : trial.end}: ${trial.question}\n`);
      if (lines) appendFileSync(lines, `${JSON.stringify(trial)}\n`);
    },
  });
  print(tableOfTrials(trials));
}

/**
 * Answers questions by scripted calls and by plain requests, and writes the costs into `docs/costs.md`. If
 * `EVALS_MODEL` and `EVALS_ADDRESS` are set, it asks a model instead. Then `--iterations 3` asks each
 * question three times, `--only WORDS` asks some of the questions, and `--lines FILE` writes the results as
 * lines of JSON.
 */
export async function answerAll(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { iterations: { type: 'string' }, only: { type: 'string' }, lines: { type: 'string' } },
  });
  const chosen = questions.filter(({ id, kind }) => `${kind} ${id}`.includes(values.only ?? ''));
  const services = await startServices();
  try {
    const model = readModelSettings(process.env);
    if (!model) return await scripted(services, chosen);
    const iterations = Math.max(1, Number(values.iterations ?? 1));
    await asked(services, model, {
      ...{ chosen, iterations },
      ...(values.lines === undefined ? {} : { lines: values.lines }),
    });
  } finally {
    await services.close();
  }
}
