import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpServer } from '../support/clients/harness.ts';
import { serverPath } from '../support/clients/process.ts';
import { libraries, type Way } from './libraries.ts';

/** Assistants that others build: each library reads the lists and calls a tool, started and by address. */

let server: HttpProcess;
beforeAll(async () => {
  server = await startHttpServer({ args: ['--sandbox', '--single-user'] });
});
afterAll(() => server.close());

const ways: Readonly<Record<string, () => Way>> = {
  'that starts the server': () => ({ command: process.execPath, args: [serverPath, '--sandbox'] }),
  'that has its address': () => ({ url: server.url }),
};
const pairs = Object.keys(libraries).flatMap((library) => Object.keys(ways).map((way) => [library, way]));

describe('an assistant with', () => {
  it.each(pairs)('%s %s lists the tools and gets an answer', async (library, way) => {
    const assistant = await libraries[library as keyof typeof libraries](ways[way as string]?.() as Way);
    try {
      expect(await assistant.tools()).toEqual(expect.arrayContaining(['find_case', 'create_task', 'agenda']));
      expect(await assistant.call('find_case', { case: 'Smith' })).toContain('Smith v. Northbridge Ltd');
    } finally {
      await assistant.close();
    }
  });
});
