import { type Cell, nameOf, runMatrix } from './matrix.ts';
import { perturbations } from './perturbations.ts';
import { listQuestions, lookupQuestions } from './questions.ts';

/**
 * `npm run reality [-- words of a row] [profile=described]`: what becomes of the answers of each lookup and list where the service differs
 * from what is expected of it. Ends with 1 where an answer is wrong and nobody is told.
 */
async function main(given: readonly string[]): Promise<void> {
  const words = given.filter((word) => !word.startsWith('profile='));
  const profile = given.find((word) => word.startsWith('profile='))?.slice('profile='.length);
  const questions = [...lookupQuestions, ...listQuestions];
  const tried = perturbations.filter(({ name }) => words.every((word) => name.includes(word)));
  const rows = await runMatrix(questions, tried, profile);
  const tools = [...new Set(questions.map(({ tool }) => tool))];
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(`| the service … | ${tools.join(' | ')} |`);
  write(`|---|${tools.map(() => '---').join('|')}|`);
  for (const { perturbation, cells } of rows) {
    const ofTool = (tool: string) => cells.filter((_, index) => questions[index]?.tool === tool);
    write(`| ${perturbation} | ${tools.map((tool) => short(ofTool(tool))).join(' | ')} |`);
  }
  const all = rows.flatMap(({ cells }) => cells);
  const count = (cell: Cell) => all.filter((one) => one === cell).length;
  write(
    `\n${questions.map(nameOf).length} questions, ${rows.length} deployments: ${count('right')} right, ${count('said')} said, ${count('WRONG')} WRONG`,
  );
  for (const { perturbation, wrong } of rows)
    for (const { question, right, got } of wrong)
      write(`\nWRONG: ${question}, where the service ${perturbation}\n--- right\n${right}\n--- got\n${got}`);
  process.exitCode = count('WRONG') > 0 ? 1 : 0;
}

/** The worst counts. */
function short(cells: readonly Cell[]): string {
  const worst = (['WRONG', 'said', 'right'] as const).find((one) => cells.includes(one));
  return worst ?? '';
}

await main(process.argv.slice(2));
