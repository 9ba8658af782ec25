import { type ChangeCell, runChanges } from './change-matrix.ts';
import { changeQuestions } from './change-questions.ts';

const words = process.argv.slice(2);
const rows = await runChanges(
  changeQuestions.filter(({ tool }) => words.length === 0 || words.includes(tool)),
);
const all = rows.flatMap(({ cells }) => cells);
const count = (cell: ChangeCell) => all.filter((one) => one.cell === cell).length;
for (const { tool, cells } of rows)
  for (const { service, cell, got } of cells)
    process.stdout.write(`${cell.padEnd(6)} ${tool} | ${service}${got ? `\n${got}` : ''}\n`);
process.stdout.write(
  `${all.length}: ${count('right')} right, ${count('said')} said, ${count('WRONG')} WRONG\n`,
);
process.exit(0);
