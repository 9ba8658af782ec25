import { runChanges } from './change-matrix.ts';
import { changeQuestions } from './change-questions.ts';
import { runMatrix } from './matrix.ts';
import { perturbations } from './perturbations.ts';
import { listQuestions, lookupQuestions } from './questions.ts';
import { asTable, countOf, type Printed } from './table.ts';

/**
 * `npm run reality [-- words of a row] [profile=described] [--json]` prints how the results of each workflow,
 * list and change are affected if the service differs from its description. Exits with 1 if a result is wrong
 * without a report.
 */
async function main(given: readonly string[]): Promise<void> {
  const words = given.filter((word) => !/^profile=|^--json$/.test(word));
  const profile = given.find((word) => word.startsWith('profile='))?.slice('profile='.length);
  const isWanted = (name: string) => words.every((word) => name.includes(word));
  const questions = [...lookupQuestions, ...listQuestions];
  const tried = perturbations.filter(({ name }) => isWanted(name));
  const reads = (await runMatrix(questions, tried, profile)).flatMap(
    ({ perturbation, cells, wrong }): Printed[] =>
      cells.flatMap((cell, index) => {
        const { tool = '', about = '' } = questions[index] ?? {};
        const found = wrong.find(({ question }) => question === `${tool} (${about})`);
        const detail = found && `--- right\n${found.right}\n--- got\n${found.got}`;
        return cell === 'not asked' ? [] : [{ row: perturbation, column: tool, about, cell, detail }];
      }),
  );
  const changes = (await runChanges(changeQuestions, isWanted, profile)).flatMap(
    ({ tool, cells }): Printed[] =>
      cells.map(({ service, cell, got }) => ({ row: service, column: tool, about: '', cell, detail: got })),
  );
  const all = [...reads, ...changes];
  const write = (text: string) => process.stdout.write(`${text}\n`);
  if (given.includes('--json')) write(JSON.stringify(all.map(({ detail: _, ...one }) => one)));
  else {
    for (const [title, part] of [
      ['Reads', reads],
      ['Changes', changes],
    ] as const)
      write(`## ${title}: ${countOf(part)}\n\n${asTable(part)}\n`);
    for (const { row, column, about, cell, detail } of all)
      if (cell === 'WRONG') write(`WRONG: ${column} ${about}, where the service ${row}\n${detail}\n`);
    write(countOf(all));
  }
  process.exitCode = all.some(({ cell }) => cell === 'WRONG') ? 1 : 0;
}

await main(process.argv.slice(2));
