import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../../support/clients/harness.ts';
import { dialects } from '../../support/servers/keeping/dialect.ts';
import { recordIds, sampleRecords, uuid } from '../../support/servers/keeping/records.ts';
import { type KeepingService, startKeepingService } from '../../support/servers/keeping/service.ts';

/** Number of requests per call. It matters because a service may limit requests. */

const changes: readonly (readonly [tool: string, args: object])[] = [
  ['update_task', { id: recordIds.tasks, Description: 'Three.' }],
  ['update_task', { id: recordIds.tasks, Responsibles: [{ Id: uuid(40), Type: 'User' }] }],
  ['update_event', { id: recordIds.events, Location: 'Room 5' }],
  ['update_participant', { id: recordIds.participants, ContactInfo: { Phone: '1' } }],
  ['update_object', { id: recordIds.objects, Stage: 'Trial', Fields: sampleRecords().objects?.Fields }],
  ['edit_object', { id: recordIds.objects, Stage: 'Trial' }],
];
const reads: readonly (readonly [tool: string, args: object])[] = [
  ['get_task', { id: recordIds.tasks }],
  ['get_event', { id: recordIds.events }],
  ['get_participant', { id: recordIds.participants }],
  ['get_object', { id: recordIds.objects }],
  ['get_document', { id: recordIds.documents }],
];

const described = dialects.filter(({ name }) => /^as described$|upper-case|nested answers/.test(name));

describe.each(described)('a call to a service with records $name', (dialect) => {
  const cache = mkdtempSync(join(tmpdir(), 'casebridge-requests-'));
  let service: KeepingService;
  let client: TestClient;
  beforeAll(async () => {
    service = await startKeepingService(dialect);
    client = await connect({
      over: 'memory',
      env: {
        CASEBRIDGE_URL: service.url,
        CASEBRIDGE_LOGIN: 'anna',
        CASEBRIDGE_PASSWORD: 'secret',
        CASEBRIDGE_CONFIRM: 'none',
        CASEBRIDGE_LEARN: 'on',
        CASEBRIDGE_CACHE_DIR: cache,
      },
    });
  });
  afterAll(async () => {
    await client?.close();
    await service?.close();
    rmSync(cache, { recursive: true, force: true });
  });
  beforeEach(() => service.reset());

  it.each(changes)('is one change between one read before and one after it: %s %o', async (tool, args) => {
    expect((await client.callTool(tool, { ...args })).isError).toBeFalsy();
    // Reads of other records look up the names of ids in the result.
    const id = String(Object.values(args)[0]);
    const own = service.requests.filter((request) => !request.startsWith('GET') || request.endsWith(id));
    expect(own.map((request) => request.split(' ')[0])).toEqual([
      'GET',
      expect.stringMatching(/^(?:PUT|PATCH)$/),
      'GET',
    ]);
  });

  it.each(reads)('is one request for the record if it reads one: %s', async (tool, args) => {
    const { id } = args as { id: string };
    expect((await client.callTool(tool, { ...args })).isError).toBeFalsy();
    expect(service.requests.filter((request) => request.endsWith(id))).toHaveLength(1);
    // Reads of other records look up the names of its references.
    expect(service.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});
