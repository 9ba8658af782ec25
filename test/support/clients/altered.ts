import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { type Alter, startFront } from '../servers/front.ts';
import { connect, startService, type TestService } from './harness.ts';
import { type LookupResult, lookupResult } from './workflows.ts';

/** Lookups at a service whose answers differ from those of the embedded one. */
export interface Altered {
  readonly service: TestService;
  /** Each call through a server of its own, which remembers nothing. Moscow. */
  ask(
    alter: Alter,
    name: string,
    args: Record<string, unknown>,
    options?: { readonly login?: string; readonly env?: Record<string, string> },
  ): Promise<LookupResult>;
  close(): Promise<void>;
}

export async function connectAltered(options?: Omit<SandboxOptions, 'now'>): Promise<Altered> {
  const service = await startService(options);
  return {
    service,
    ask: async (alter, name, args, { login = 'anna', env = {} } = {}) => {
      const front = await startFront(service.url, () => undefined, alter);
      const client = await connect({
        over: 'memory',
        args: ['--time-zone', 'Europe/Moscow'],
        env: { ...service.environment(login), CASEBRIDGE_URL: front.url, ...env },
      });
      try {
        const answer = lookupResult(await client.callTool(name, args));
        // Between two of them the clock goes on.
        return { ...answer, text: answer.text.replace(/; now .*$/m, '') };
      } finally {
        await client.close();
        await front.close();
      }
    },
    close: () => service.close(),
  };
}

/** Every record and field of an answer; a field for which `undefined` is answered is left out. */
export function eachField(
  body: unknown,
  change: (name: string, value: any, record: any) => unknown,
): unknown {
  if (Array.isArray(body)) return body.map((item) => eachField(item, change));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const changed = change(name, eachField(value, change), body);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

/** Every record of an answer, the innermost first. */
export function eachRecord(body: unknown, change: (record: any) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => eachRecord(item, change));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([name, value]) => [name, eachRecord(value, change)]);
  return change(Object.fromEntries(entries));
}

/** Leaves out the names of all references, as the API description shows these. */
export const withoutNames: Alter = (body, request) => {
  const strip = (value: any, isRecord: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, isRecord));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const isOwn = isRecord || !('Id' in value);
        if (name === 'Name' && !isOwn) return [];
        return [
          [
            name,
            strip(item, ['Items', 'Blocks'].includes(name) || (name === 'Fields' && Array.isArray(item))),
          ],
        ];
      }),
    );
  };
  return request.includes('/auth/') ? body : strip(body, true);
};
