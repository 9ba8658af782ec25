import { UsageError } from '../config.ts';
import { type Command, print } from './command.ts';

/** `casebridge sandbox [PORT]`: the embedded service alone, until it is stopped. */
export const sandbox: Command = {
  usage: 'sandbox [PORT]',
  help: 'Runs the embedded case-management service alone, with its sample data.',
  run: async ({ words }) => {
    const { createSandbox } = await import('../sandbox/index.ts');
    const port = readPort(words[0]);
    const service = await createSandbox({ port }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`Port ${port} cannot be used (${error.code}).`);
    });
    print(`The embedded service runs at ${service.url} (Ctrl-C ends it).`);
    print(`Point a bridge at it:`);
    print(
      `  CASEBRIDGE_URL=${service.url} CASEBRIDGE_LOGIN=${service.user.login} CASEBRIDGE_PASSWORD=${service.user.password} casebridge`,
    );
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
    });
    await service.close();
    return 0;
  },
};

function readPort(word: string | undefined): number {
  if (word === undefined) return 0;
  const port = Number(word);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`${JSON.stringify(word)} is no port number.`);
}
