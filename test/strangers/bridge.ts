import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../support/clients/harness.ts';
import { operationsByName } from './operations.ts';
import type { Call } from './question.ts';
import { type Answer, readAnswer } from './verdicts/answer.ts';
import type { Stranger } from './world.ts';

/** casebridge as its own process over stdio, with a client in front of it. */
export interface Bridge {
  /** Time zone in which lookups answer. */
  readonly zone: string;
  ask(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** The machine of the person; nothing of casebridge is set but where the service is and who signs in. */
const machine = { TZ: 'Europe/Moscow' };

/**
 * Starts casebridge for a stranger. Whatever casebridge asks a person is agreed to.
 * @param file of the deployment. Default: casebridge learns
 */
export async function openBridge({ baseUrl, world }: Stranger, file?: string): Promise<Bridge> {
  const cache = mkdtempSync(join(tmpdir(), 'casebridge-strangers-'));
  let asked = '';
  const client = await connect({
    over: 'stdio',
    env: {
      ...machine,
      CASEBRIDGE_URL: baseUrl,
      CASEBRIDGE_LOGIN: world.signsIn.login,
      CASEBRIDGE_PASSWORD: world.signsIn.password,
      ...(file === undefined ? { CASEBRIDGE_LEARN: 'on' } : { CASEBRIDGE_DEPLOYMENT: file }),
      CASEBRIDGE_CACHE_DIR: cache,
    },
    user: {
      answer: async (params: { message: string }) => {
        asked += `${params.message}\n`;
        return { action: 'accept', content: { confirm: 'yes' } };
      },
    } as never,
  });
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  const ask = async ([tool, args]: Call): Promise<Answer> => {
    asked = '';
    const [name, given] = listed.has(tool) ? [tool, args] : throughMetaTool(tool, args);
    try {
      return readAnswer(await client.callTool(name, { ...given }), asked);
    } catch (error) {
      // A call that fails as a whole is an answer too: the client shows its message.
      return readAnswer({ isError: true, content: [{ type: 'text', text: String(error) }] }, asked);
    }
  };
  const { data } = await ask(['who_am_i', {}]);
  return {
    zone: data?.time_zone ?? machine.TZ,
    ask,
    close: async () => {
      await client.close();
      rmSync(cache, { recursive: true, force: true });
    },
  };
}

/** Operations that are not listed are called as an assistant calls them. */
function throughMetaTool(operation: string, args: Call[1]): Call {
  const access = operationsByName.get(operation);
  const kind = access === 'read' || access === 'delete' ? access : 'write';
  return [`call_${kind}_operation`, { operation, arguments: args }];
}
