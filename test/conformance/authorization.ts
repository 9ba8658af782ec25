import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { agree } from '../support/clients/person.ts';
import { startProcess } from '../support/clients/process.ts';
import { freePorts } from '../support/servers/nginx.ts';

/** Start parameters of the suite. */
interface Suite {
  readonly node: string;
  readonly script: string;
  readonly timeoutMs: number;
}

const person = { typed: { login: 'anna', password: 'sandbox-anna' } };

/**
 * Runs the suite's tests of authorization servers against casebridge's own sign-in page. A user signs in when a test
 * requires it.
 */
export async function runAuthorization({ node, script, timeoutMs }: Suite, results: string): Promise<number> {
  const [port = 0] = await freePorts(1);
  const back = `http://127.0.0.1:${port}/callback`;
  const server = startProcess([
    ...['http', '--port', '0', '--sandbox', '--sign-in', 'service'],
    // The metadata announces client ID metadata documents if some of these clients are allowed. The suite signs in as a
    // preconfigured client.
    ...['--sign-in-clients', `client.example typed-in=${back}`],
  ]);
  try {
    const [, url = ''] = await server.says(/serves MCP at (\S+)/);
    const args = ['--url', new URL(url).origin, '--client-id', 'typed-in', '--resource', url];
    const suite = spawn(node, [script, 'authorization', ...args, '-p', String(port), '-o', results], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: timeoutMs,
    });
    let text = '';
    let visited: Promise<unknown> | undefined;
    suite.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const asked = /^(http:\S+\/authorize\?\S+)\s/m.exec(text)?.[1];
      // The suite listens as soon as it has printed the sign-in address.
      if (asked !== undefined && text.includes('Callback server started'))
        visited ??= agree(new URL(asked), back, person).then((address) => fetch(address));
    });
    const [code] = (await once(suite, 'close')) as [number | null];
    await visited;
    return code ?? 1;
  } finally {
    await server.close();
  }
}
