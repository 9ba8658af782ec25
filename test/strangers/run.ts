import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { askAll } from './ask.ts';
import { edits } from './edits.ts';
import { linesOf } from './file.ts';
import { questions } from './questions/index.ts';
import { strangers } from './strangers.ts';
import { judge, type Verdict } from './verdicts/judge.ts';
import { detailsOf, type Score, tableOf } from './verdicts/table.ts';

/**
 * `npm run strangers [-- --only aspnet --kind changes --json FILE --show SAID --file]`: asks casebridge about services
 * whose authors knew only the API description, and compares its answers with the data of the services. With `--file`,
 * services in `edits.ts` get a deployment file, written by doctor and edited by a person. Exits with 1 if an answer is
 * wrong and does not say so.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      kind: { type: 'string' },
      json: { type: 'string' },
      show: { type: 'string', default: 'POOR,WRONG' },
      file: { type: 'boolean', default: false },
    },
  });
  const asked = questions.filter(({ kind, about }) => `${kind} ${about}`.includes(values.kind ?? ''));
  const scores: Score[] = [];
  for (const [stranger, start] of Object.entries(strangers)) {
    if (values.only !== undefined && values.only !== stranger) continue;
    const own = values.file ? edits[stranger] : undefined;
    if (values.file && own === undefined) continue;
    const answers = judge(await askAll(await start(), asked, own));
    const score = { stranger: own ? `${stranger}, ${linesOf(own)} lines of a file` : stranger, answers };
    scores.push(score);
    write(`${tableOf(score)}\n\n${detailsOf(score, values.show.split(',') as Verdict[])}\n`);
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(scores.flatMap(plainOf), null, 1));
  const isWrong = scores.some(({ answers }) => answers.some(({ verdict }) => verdict === 'WRONG'));
  process.exitCode = isWrong || scores.length === 0 ? 1 : 0;
}

const write = (text: string) => process.stdout.write(`${text}\n`);

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
