import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: builds, then serves the sample data of the embedded service from this process. Serves one user, or with
 * `--sign-in` everyone who signs in on the page.
 */
const main = new URL('../../dist/src/main.js', import.meta.url);
process.stdout.write('Building casebridge …\n');
execSync('npm run --silent build', { stdio: 'inherit' });

// npm's shell forwards no signal: if npm is ended other than by Ctrl-C, the server would keep running.
const parent = process.ppid;
const watch = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
setInterval(watch, 500).unref();

const forOne = ['http', '--sandbox', '--single-user'];
const served = process.argv.includes('--sign-in') ? forOne.slice(0, -1) : forOne;
process.argv.splice(1, 1, fileURLToPath(main), ...served);
await import(main.href);
