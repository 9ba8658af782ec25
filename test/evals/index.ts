import { buildIfOlder } from './built.ts';

/** `npm run evals`: see `answer-all.ts`. `npm run evals -- --play`: see `play/command.ts`. */
const [first, ...others] = process.argv.slice(2);
if (first !== '--play') {
  buildIfOlder();
  const { answerAll } = await import('./answer-all.ts');
  await answerAll(process.argv.slice(2));
} else {
  // Only a start needs the server of these sources. Another build could take files away from a session that runs.
  if (others[0] === 'start') buildIfOlder();
  const { play } = await import('./play/command.ts');
  process.exitCode = await play(others);
}
