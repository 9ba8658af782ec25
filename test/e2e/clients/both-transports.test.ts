import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindFor, places } from '../../../src/mcp/input/argument-refs.ts';
import { kinds } from '../../../src/sandbox/seed/kinds.ts';
import { workflows } from '../../../src/workflows/index.ts';
import { tools, validArguments } from '../../support/arguments.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { lookupQuestions } from '../../support/lookup-questions.ts';
import { documentId, numbered, sampleIds } from '../../support/sample-ids.ts';

/**
 * Workflows and operations are independent of the transport, and their own tests use stdio. These tests
 * compare each result over HTTP with the one over stdio.
 */

const ways = ['stdio', 'http'] as const;
const ends: { service: TestService; client: TestClient }[] = [];
beforeAll(async () => {
  for (const over of ways) {
    const service = await startService();
    ends.push({ service, client: await service.connectAs('admin', { over, own: true }) });
  }
});
afterAll(async () => {
  for (const { client, service } of ends) {
    await client.close();
    await service.close();
  }
});

/** Parts of a result that differ between calls. */
const unrepeatable: readonly (readonly [what: string, which: RegExp])[] = [
  ['FENCE', /data-[\w-]+/g],
  ['REQUEST', /(?<=Request id: )[\w-]+/g],
  ['MOMENT', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g],
  ['DURATION', /\d\d:\d\d:\d\d\.\d+/g],
  ['NOW', /(?<=now\W{1,8}\w{3} \d{4}-\d\d-\d\d )\d\d:\d\d/g],
];

/** Returns the text of a result, without the service's address and parts that differ between calls. */
async function answerOf(index: number, tool: string, args: Record<string, unknown>) {
  const { service, client } = ends[index] as (typeof ends)[number];
  const answer = await client.callTool(tool, structuredClone(args));
  const text = unrepeatable.reduce(
    (words, [what, which]) => words.replaceAll(which, what),
    JSON.stringify(answer).replaceAll(service.url, 'SERVICE'),
  );
  return { text, isError: answer.isError === true };
}

/** Replaces unknown ids by ids of sample records. */
function withRecords({ refs }: (typeof tools)[number], args: Record<string, unknown>, number: number) {
  for (const place of places(refs, args)) {
    const kind = kindFor(place.ref, place.holder) ?? 'case';
    const sample = numbered(kind in kinds ? (kind as keyof typeof kinds) : 'object', number);
    if (!place.isKey) place.holder[place.key] = sample;
  }
  return args;
}

describe('over HTTP', () => {
  it('each operation has the same result as over stdio', async () => {
    const answered = new Set<string>();
    for (const tool of tools) {
      const samples = fc.sample(validArguments(tool.schema), { numRuns: 3 });
      for (const [index, sample] of samples.entries()) {
        const args = withRecords(tool, sample, index + 1);
        const [overStdio, overHttp] = [
          await answerOf(0, tool.operation.name, args),
          await answerOf(1, tool.operation.name, args),
        ];
        expect([tool.operation.name, args, overHttp.text]).toEqual([
          tool.operation.name,
          args,
          overStdio.text,
        ]);
        if (!overHttp.isError) answered.add(tool.operation.name);
      }
    }
    // If all calls were refused, the results would be equal too.
    expect(answered.size).toBeGreaterThan(tools.length / 2);
  });

  it('each workflow has the same result as over stdio', async () => {
    const asked = {
      matter: 'Smith',
      id: sampleIds.smith,
      document: documentId('smithContract'),
      type: 'Claim',
    };
    for (const { name } of workflows)
      for (const args of lookupQuestions(asked)[name] ?? []) {
        const overStdio = await answerOf(0, name, args);
        expect([name, args, await answerOf(1, name, args)]).toEqual([name, args, overStdio]);
      }
  });
});
