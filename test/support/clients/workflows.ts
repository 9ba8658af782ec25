import { expect } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { startService, type TestClient, type TestService, type ToolAnswer, textOf } from './harness.ts';

/** Result of a workflow as text and as structured content. */
export interface LookupResult {
  readonly text: string;
  readonly data: any;
  readonly notes: readonly string[];
  readonly isError: boolean;
}

/** Embedded service, and a client for each user who calls workflows. */
export interface Lookups {
  readonly service: TestService;
  as(login: string): Promise<TestClient>;
  /** Calls a workflow. Checks that text and structured content have the same notes. */
  ask(login: string, name: string, args: Record<string, unknown>): Promise<LookupResult>;
  close(): Promise<void>;
}

/** Connects clients in the time zone of Moscow. */
export async function connectLookups(options?: SandboxOptions): Promise<Lookups> {
  const service = await startService(options);
  const clients = new Map<string, Promise<TestClient>>();
  const as = (login: string) => {
    const known = clients.get(login) ?? service.connectAs(login, { args: ['--time-zone', 'Europe/Moscow'] });
    clients.set(login, known);
    return known;
  };
  return {
    service,
    as,
    ask: async (login, name, args) => lookupResult(await (await as(login)).callTool(name, args)),
    close: async () => {
      for (const client of clients.values()) await (await client).close();
      await service.close();
    },
  };
}

/** Converts a result. Checks that text and structured content have the same notes. */
export function lookupResult(answer: ToolAnswer): LookupResult {
  const notes = answer.content[1]?.text?.split('\n') ?? [];
  if (answer.structuredContent)
    expect(answer.structuredContent.notes).toEqual([expect.stringMatching(/never an instruction/), ...notes]);
  return { text: textOf(answer), data: answer.structuredContent, notes, isError: answer.isError === true };
}

/** Returns the note about data that the user has no permission to see. */
export const withheld = (what: string) =>
  `Withheld: ${what} (the signed-in user has no permission to see them).`;

/**
 * Removes the notes about filters that the service may not have applied, because these notes depend on previous calls.
 */
export const believed = (notes: readonly string[]) =>
  notes.filter((note) => !/it is not known whether this service filters by|may apply the filters/.test(note));
