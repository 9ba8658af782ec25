import { outlivesItsReader } from './command.ts';
import { runCommandLine } from './run.ts';
import { refuseDebugger } from './signals.ts';

refuseDebugger();
outlivesItsReader(process.stdout, process.stderr);
void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode ||= code;
});
