import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { bothWays, type Services, startServices } from './compare.ts';
import { evaluate } from './model/evaluate.ts';
import { type ModelSettings, readModelSettings } from './model/settings.ts';
import { questions } from './questions/index.ts';
import { type Compared, tableByKind, tableOfEach, tableOfTrials, withTable } from './table.ts';

/**
 * `npm run evals`: what questions cost that nobody foresaw, by scripted calls and by plain requests, written into
 * `docs/costs.md`. With `EVALS_MODEL` and its address a model is asked instead: `-- --iterations 3`, `-- --only WORDS` for
 * some questions, `-- --lines FILE` for a line of JSON of each.
 */
const { values } = parseArgs({
  options: { iterations: { type: 'string' }, only: { type: 'string' }, lines: { type: 'string' } },
});
const chosen = questions.filter(({ id, kind }) => `${kind} ${id}`.includes(values.only ?? ''));
const print = (text: string) => process.stdout.write(`${text}\n`);

async function scripted(services: Services): Promise<void> {
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

async function asked(services: Services, settings: ModelSettings): Promise<void> {
  const trials = await evaluate({
    ...{ ...services, settings, questions: chosen },
    iterations: Math.max(1, Number(values.iterations ?? 1)),
    onTrial: (trial) => {
      process.stderr.write(`${trial.isRight ? 'right' : trial.end}: ${trial.question}\n`);
      if (values.lines) appendFileSync(values.lines, `${JSON.stringify(trial)}\n`);
    },
  });
  print(tableOfTrials(trials));
}

const services = await startServices();
try {
  const model = readModelSettings(process.env);
  await (model ? asked(services, model) : scripted(services));
} finally {
  await services.close();
}
