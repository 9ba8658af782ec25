import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { agree } from '../support/clients/person.ts';
import { startProcess } from '../support/clients/process.ts';
import { freePorts } from '../support/servers/nginx.ts';

/** How the suite is started. */
interface Suite {
  readonly node: string;
  readonly script: string;
  readonly timeoutMs: number;
}

const person = { typed: { login: 'anna', password: 'sandbox-anna' } };

/** Runs what the suite has for authorization servers against casebridge's own page; a person signs in where it asks for one. */
export async function runAuthorization({ node, script, timeoutMs }: Suite, results: string): Promise<number> {
  const [port = 0] = await freePorts(1);
  const back = `http://127.0.0.1:${port}/callback`;
  const server = startProcess([
    ...['http', '--port', '0', '--sandbox', '--sign-in', 'service'],
    // Metadata promise described clients where some are let in, and the suite signs in as one that was typed in.
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
      // The suite listens as soon as it has said where to sign in.
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
