import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: builds, then serves the embedded service's data to one user from this very process; with `--sign-in` to
 * whoever signs in on the page.
 */
const main = new URL('../../dist/src/main.js', import.meta.url);
process.stdout.write('Building casebridge …\n');
execSync('npm run --silent build', { stdio: 'inherit' });

// npm's shell passes no signal on: whoever ends npm, but not by Ctrl-C, would leave the server behind.
const parent = process.ppid;
const watch = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
setInterval(watch, 500).unref();

const forOne = ['http', '--sandbox', '--single-user'];
const served = process.argv.includes('--sign-in') ? forOne.slice(0, -1) : forOne;
process.argv.splice(1, 1, fileURLToPath(main), ...served);
await import(main.href);
