import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { serverPath } from '../support/clients/process.ts';
import { libraries, type Way } from './libraries.ts';

/** Assistants built with other libraries: each of them lists the tools and calls one, over stdio and HTTP. */

let server: HttpProcess;
beforeAll(async () => {
  server = await startHttpProcess({ args: ['--sandbox', '--single-user'] });
});
afterAll(() => server.close());

const ways: Readonly<Record<string, () => Way>> = {
  'that starts the server': () => ({ command: process.execPath, args: [serverPath, '--sandbox'] }),
  'that has its address': () => ({ url: server.url }),
};
const pairs = Object.keys(libraries).flatMap((library) => Object.keys(ways).map((way) => [library, way]));

describe('an assistant with', () => {
  it.each(pairs)('%s %s lists the tools and gets a result', async (library, way) => {
    const assistant = await libraries[library as keyof typeof libraries](ways[way as string]?.() as Way);
    try {
      expect(await assistant.tools()).toEqual(expect.arrayContaining(['find_case', 'create_task', 'agenda']));
      expect(await assistant.call('find_case', { case: 'Smith' })).toContain('Smith v. Northbridge Ltd');
    } finally {
      await assistant.close();
    }
  });
});
