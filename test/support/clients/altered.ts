import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { type Alter, startFront } from '../servers/front.ts';
import { connect, startService, type TestService } from './harness.ts';
import { type LookupResult, lookupResult } from './workflows.ts';

/** Embedded service, and calls to workflows through a proxy that alters the service's responses. */
export interface Altered {
  readonly service: TestService;
  /** Calls a workflow of a new server, which has nothing cached. The time zone of the server is Moscow. */
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
        // Remove the current time from the text, because the clock advances between two calls.
        return { ...answer, text: answer.text.replace(/; now .*$/m, '') };
      } finally {
        await client.close();
        await front.close();
      }
    },
    close: () => service.close(),
  };
}

/** Applies `change` to every field of a response. Removes the field if the result is undefined. */
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

/** Applies `change` to every record of a response, starting with the innermost. */
export function eachRecord(body: unknown, change: (record: any) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => eachRecord(item, change));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([name, value]) => [name, eachRecord(value, change)]);
  return change(Object.fromEntries(entries));
}

/** Removes the names from all references to other records, because references in the API description have no names. */
export const withoutNames: Alter = (body, request) => {
  const strip = (value: any, isRow: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, isRow));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const isOwn = isRow || !('Id' in value);
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
