import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Arguments, draftRequest } from '../../../src/api/client/build-request.ts';
import { buildRequest } from '../../../src/api/client/encode-request.ts';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import type { Deployment } from '../../../src/contract/operations/deployment.ts';
import type { Operation } from '../../../src/contract/operations/operation.ts';
import { deploymentBySettings } from '../../../src/deployment/deployment.ts';
import { namesResolved } from '../../../src/mcp/input/names/resolve-names.ts';
import { parseArguments } from '../../../src/mcp/input/parse-arguments.ts';
import { parsedWithOptions } from '../../../src/mcp/input/parse-call.ts';
import { anyArguments, tools, validArguments } from '../../support/arguments.ts';
import { expectDiscreet } from '../../support/servers/upstream.ts';

const buildFor = (operation: Operation, args: Arguments, deployment: Deployment, route?: string) =>
  buildRequest(draftRequest(operation, args, deployment), route);

const mcpSettingsPath = '/api/v1/mcp/settings';
const deployment = deploymentBySettings(new Map(), { get_mcp_settings: mcpSettingsPath });
type Tool = (typeof tools)[number];

/**
 * Builds the request for arguments. Returns undefined if they are refused.
 * @throws Error for any other failure
 */
function request({ operation, schema }: Tool, input: unknown) {
  try {
    return buildFor(operation, parseArguments(schema, input), deployment);
  } catch (error) {
    if (!(error instanceof InvalidArgumentsError)) throw error;
    expectDiscreet(error.message, input);
    expect(error.message.length).toBeLessThan(4_000);
    return undefined;
  }
}

/** Checks that method and path are those of the operation, so that no argument can change the target. */
function expectOnRoute({ operation }: Tool, sent: NonNullable<ReturnType<typeof request>>) {
  expect(sent.method).toBe(operation.method);
  const path = operation.path ?? mcpSettingsPath;
  const pattern = path
    .replace(/[.]/g, '\\.')
    .replace(/([^/]*)\{\w+\}/g, (_, before) => (before === '' ? '[^/?#]+' : `${before}[^/?#]*`));
  const url = new URL(`http://service.invalid${sent.target}`);
  expect(url.pathname).toMatch(new RegExp(`^${pattern}$`));
  expect(sent.target.split('?')[0]).toBe(url.pathname);
}

describe.each(tools.map((tool) => ({ name: tool.operation.name, tool })))('$name', ({ tool }) => {
  it('refuses any JSON that is no arguments, or sends it to its own path [FLT-34]', () => {
    fc.assert(
      fc.property(anyArguments(tool.schema), (input) => {
        const sent = request(tool, input);
        if (sent) expectOnRoute(tool, sent);
        expect(({} as Record<string, unknown>).x).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  it('takes every argument that its schema allows [FLT-34]', () => {
    fc.assert(
      fc.property(validArguments(tool.schema), (args) => {
        expect(parseArguments(tool.schema, args)).toEqual(args);
        // A file that is passed twice or not at all is refused later, because the schema cannot express this.
        const sent = request(tool, args);
        if (sent) expectOnRoute(tool, sent);
      }),
      { numRuns: 40 },
    );
  });

  it('treats null as omitted for optional arguments, and asks for the meaning if it changes a record', async () => {
    const args = fc.sample(validArguments(tool.schema), { numRuns: 1, seed: 1 })[0] ?? {};
    const given = { ...args };
    const isOptional = (field: unknown) => field instanceof z.ZodOptional && !field.safeParse(null).success;
    const optional = Object.keys(tool.schema.shape).filter((name) => isOptional(tool.schema.shape[name]));
    for (const name of optional) delete given[name];
    const nulls = { ...given, ...Object.fromEntries(optional.map((name) => [name, null])) };
    const operations = () => expect.unreachable();
    const names = { find: operations, called: operations, changed: operations };
    const { operation: definition, schema, refs } = tool;
    const read = async (input: unknown) => {
      const { args: checked } = parsedWithOptions({ definition, schema, input });
      return namesResolved({ services: { names }, definition, refs, args: checked, client: operations });
    };
    if (definition.access !== 'update') expect((await read(nulls)).args).toEqual(given);
    else
      for (const name of optional)
        await expect(read({ ...given, [name]: null })).rejects.toThrow(`${name}: should be`);
  });

  it('accepts arguments that arrive as JSON strings with exactly their value', () => {
    fc.assert(
      fc.property(validArguments(tool.schema), fc.infiniteStream(fc.boolean()), (args, choices) => {
        const wrapped = Object.entries(args).map(([name, value]) => {
          const isText = typeof value === 'string' || value === null;
          return [name, !isText && choices.next().value ? JSON.stringify(value) : value] as const;
        });
        const plain = JSON.parse(JSON.stringify(args));
        expect(parseArguments(tool.schema, Object.fromEntries(wrapped))).toEqual(plain);
      }),
      { numRuns: 40 },
    );
  });
});

describe('text', () => {
  it('stays text if text is expected, even if it looks like another type', () => {
    const create = tools.find(({ operation }) => operation.name === 'create_document') as Tool;
    for (const Name of ['5', 'true', 'null', '[1]', '{"a":1}', '"x"', '007', '1e3', '12345678901234567890'])
      expect(parseArguments(create.schema, { Name, Attributes: { Number: Name } })).toEqual({
        Name,
        Attributes: { Number: Name },
      });
  });

  it('is not a number, list or object if it only resembles one', () => {
    const search = tools.find(({ operation }) => operation.name === 'search_cases') as Tool;
    for (const Page of [
      '',
      ' ',
      '0x10',
      '1,5',
      '٣',
      '1;2',
      '[1]',
      'null',
      '1e999',
      '12345678901234567890',
      'NaN',
    ])
      expect(() => parseArguments(search.schema, { Page })).toThrow(InvalidArgumentsError);
    for (const Filters of ['[', 'a,b', '{}', '"[]"', 'null', '5'])
      expect(() => parseArguments(search.schema, { Filters })).toThrow(InvalidArgumentsError);
  });
});

describe('oversized arguments', () => {
  const nested = (levels: number) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
    return value;
  };
  const many = Array.from({ length: 500_000 }, (_, index) => index);
  const named = Object.fromEntries(many.map((index) => [`k${index}`, index]));
  const cases: [string, unknown][] = [
    ['a list of 500,000', many],
    ['an object of 500,000', named],
    ['100,000 levels', nested(100_000)],
    ['100,000 levels as text', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['500,000 values as text', JSON.stringify(many)],
  ];

  it.each(cases)('is refused in a few words, wherever it stands: %s [FLT-34]', (_, value) => {
    const before = process.memoryUsage().heapUsed;
    const create = tools.find(({ operation }) => operation.name === 'create_document') as Tool;
    for (const name of ['nothing', 'Name', 'Attributes', 'more'])
      try {
        parseArguments(create.schema, { [name]: value });
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentsError);
        expect((error as Error).message.length).toBeLessThan(2_000);
      }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });

  it('is an object of more than 1,000 names, which is refused before any name is looked at', () => {
    const names = (count: number) =>
      Object.fromEntries(many.slice(0, count).map((index) => [`k${index}`, index]));
    const create = tools.find(({ operation }) => operation.name === 'create_document') as Tool;
    const excessive = names(1_001);
    for (const input of [
      excessive,
      { more: excessive },
      { more: [excessive] },
      { more: JSON.stringify(excessive) },
    ])
      expect(() => parseArguments(create.schema, input)).toThrow(
        'Nothing was sent. The arguments contain an object with more than 1000 properties.',
      );
    expect(() => parseArguments(create.schema, names(1_000))).toThrow(/Unknown argument "k0".* and 992 more/);
  });

  it('do not include a large but usual call', () => {
    const create = tools.find(({ operation }) => operation.name === 'create_document') as Tool;
    const Attributes = Object.fromEntries(
      many.slice(0, 200).map((index) => [`T${index}`, many.slice(0, 50)]),
    );
    expect(parseArguments(create.schema, { Attributes })).toEqual({ Attributes });
  });
});

describe('names that every JavaScript object has', () => {
  it('are refused if they would be lost, and are plain names elsewhere', () => {
    const create = tools.find(({ operation }) => operation.name === 'create_document') as Tool;
    for (const field of ['Attributes', 'more']) {
      const lost = JSON.parse(`{"${field}": {"__proto__": {"x": 1}, "y": 2}}`);
      expect(() => parseArguments(create.schema, lost)).toThrow(/contain a property named __proto__/);
      expect(() => parseArguments(create.schema, { [field]: JSON.stringify(lost[field]) })).toThrow(
        /__proto__/,
      );
      const kept = JSON.parse(`{"${field}": {"constructor": 1, "toString": "a"}}`);
      expect(parseArguments(create.schema, kept)).toEqual(kept);
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
