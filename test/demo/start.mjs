import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm start`: builds, then serves the embedded service's data to one user from this very process. */
const main = new URL('../../dist/src/main.js', import.meta.url);
process.stdout.write('Building casebridge …\n');
execSync('npm run --silent build', { stdio: 'inherit' });

// npm's shell passes no signal on: whoever ends npm, but not by Ctrl-C, would leave the server behind.
const parent = process.ppid;
const watch = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
setInterval(watch, 500).unref();

process.argv.splice(1, 1, fileURLToPath(main), 'http', '--sandbox', '--single-user');
await import(main.href);
