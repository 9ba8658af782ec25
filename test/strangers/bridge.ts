import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../support/clients/harness.ts';
import { operationsByName } from './operations.ts';
import type { Call } from './question.ts';
import { type Answer, readAnswer } from './verdicts/answer.ts';
import type { Stranger } from './world.ts';

/** casebridge in a separate process over stdio, with a client. */
export interface Bridge {
  /** Time zone of the dates in workflow results. */
  readonly zone: string;
  ask(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** Environment of the user's machine. Only the address of the service and the login are configured. */
const environment = { TZ: 'Europe/Moscow' };

/**
 * Starts casebridge for a service. The user accepts every confirmation.
 * @param file deployment file. Default: casebridge learns the names
 */
export async function openBridge({ baseUrl, world }: Stranger, file?: string): Promise<Bridge> {
  const cache = mkdtempSync(join(tmpdir(), 'casebridge-strangers-'));
  let asked = '';
  const client = await connect({
    over: 'stdio',
    env: {
      ...environment,
      CASEBRIDGE_URL: baseUrl,
      CASEBRIDGE_LOGIN: world.signsIn.login,
      CASEBRIDGE_PASSWORD: world.signsIn.password,
      ...(file === undefined ? { CASEBRIDGE_LEARN: 'on' } : { CASEBRIDGE_DEPLOYMENT: file }),
      CASEBRIDGE_CACHE_DIR: cache,
    },
    user: {
      answer: async (params: { message: string }) => {
        asked += `${params.message}\n`;
        return { action: 'accept', content: { confirm: true } };
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
      // A failed request counts as an answer too, because the client shows its message.
      return readAnswer({ isError: true, content: [{ type: 'text', text: String(error) }] }, asked);
    }
  };
  const { data } = await ask(['who_am_i', {}]);
  return {
    zone: data?.time_zone ?? environment.TZ,
    ask,
    close: async () => {
      await client.close();
      rmSync(cache, { recursive: true, force: true });
    },
  };
}

/** Calls an unlisted operation through a meta tool, as an assistant does. */
function throughMetaTool(operation: string, args: Call[1]): Call {
  const access = operationsByName.get(operation);
  const kind = access === 'read' || access === 'delete' ? access : 'write';
  return [`call_${kind}_operation`, { operation, arguments: args }];
}
