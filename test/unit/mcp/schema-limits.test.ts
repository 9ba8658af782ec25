import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { operationClasses } from '../../../src/contract/operations/effects.ts';
import { innermost } from '../../../src/contract/operations/registered.ts';
import { instructionsAt } from '../../../src/mcp/instructions.ts';
import { describeTool } from '../../../src/mcp/tools/describe-tool.ts';
import { completeSchema } from '../../../src/mcp/tools/published-schema.ts';
import { workflowToolset } from '../../../src/mcp/tools/registry.ts';
import { publishTools } from '../../../src/mcp/tools/tool.ts';
import { listTools } from '../../../src/mcp/tools/tool-lists.ts';

type Schema = { readonly [key: string]: unknown };
interface Place {
  readonly at: string;
  readonly schema: Schema;
  readonly depth: number;
}

/**
 * Limits of assistants beyond which they refuse or truncate. Some drop all tools of the server because of one
 * bad schema.
 */
const limits = {
  /** Maximum number of tools in VS Code. */
  tools: 128,
  /** Cursor: 60 for the names of server and tool together. Claude: 64 with the prefix `mcp__casebridge__`. */
  name: 40,
  title: 64,
  /** Claude Code truncates silently at 2,048. OpenAI's functions accept 1,024. */
  description: 1_024,
  /** Claude Code truncates at 2,048. */
  instructions: 2_000,
  /** Gemini and OpenAI refuse or ignore long lists of values. */
  enumValues: 50,
  enumLength: 64,
  /** OpenAI's limits: length of property names, nesting levels, and total number of properties. */
  propertyName: 64,
  depth: 5,
  properties: 100,
} as const;

/** Keywords of JSON Schema that some assistant refuses: Claude and OpenAI at the root, Gemini and VS Code anywhere. */
const refused = [
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'const'],
  ...['$ref', '$defs', 'definitions', '$id', '$anchor', '$schema', 'patternProperties', 'dependentSchemas'],
];
/** Description of each format in words, because Codex drops formats and Gemini refuses most of them. */
const forms: Readonly<Record<string, RegExp>> = { date: /YYYY-MM-DD$/, 'date-time': /ISO 8601 with zone$/ };

const toolbox = await shippedToolbox().tools();
const tools = publishTools(toolbox.values());
const inputs = tools.flatMap(({ name, inputSchema }) => [...walk(inputSchema as Schema, name, 0)]);
const outputs = tools.flatMap(({ name, outputSchema }) => [
  ...walk((outputSchema ?? {}) as Schema, `${name} answers`, 0),
]);
const described = [...toolbox.values()].flatMap((tool) => [
  ...walk(JSON.parse(describeTool(tool)).arguments, `${tool.definition.name} as described`, 0),
]);
const places = [...inputs, ...outputs];

function* walk(schema: Schema, at: string, depth: number): Generator<Place> {
  yield { at, schema, depth };
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    yield* walk(property, `${at}.${name}`, depth + 1);
  for (const key of ['items', 'additionalProperties'])
    if (typeof schema[key] === 'object' && schema[key] !== null)
      yield* walk(schema[key] as Schema, `${at}[${key}]`, depth + 1);
}

const breaking = (rule: (place: Place) => boolean) => places.filter(rule).map(({ at }) => at);

describe('every published schema', () => {
  it('is walked: every tool, and much more than their roots', () => {
    expect(tools.length).toBeGreaterThan(115);
    expect(places.length).toBeGreaterThan(500);
  });

  it('is an object at the root, with properties', () => {
    const wrong = tools.filter(({ inputSchema }) => inputSchema.type !== 'object' || !inputSchema.properties);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each(refused)('has no %s, at the root or within', (word) => {
    expect(breaking(({ schema }) => word in schema)).toEqual([]);
  });

  it('has one type in each place, no list of types and no null', () => {
    expect(breaking(({ schema }) => Array.isArray(schema.type) || schema.type === 'null')).toEqual([]);
  });

  it('defines the items of every array, as one schema', () => {
    const isOne = (items: unknown) => typeof items === 'object' && items !== null && !Array.isArray(items);
    expect(breaking(({ schema }) => schema.type === 'array' && !isOne(schema.items))).toEqual([]);
  });

  it('has enums of few short texts', () => {
    const wrong = breaking(({ schema }) => {
      const values = schema.enum as unknown[] | undefined;
      return (
        values !== undefined &&
        (values.length === 0 ||
          values.length > limits.enumValues ||
          values.some(
            (value) => typeof value !== 'string' || value === '' || value.length > limits.enumLength,
          ))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('requires only existing properties, and has property names that functions allow', () => {
    const wrong = breaking(({ schema }) => {
      const names = Object.keys((schema.properties ?? {}) as object);
      return (
        ((schema.required ?? []) as string[]).some((name) => !names.includes(name)) ||
        names.some((name) => name.length > limits.propertyName || !/^[A-Za-z_][\w.-]*$/.test(name))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('defines the properties of every object, or allows any', () => {
    expect(
      breaking(
        ({ schema }) => schema.type === 'object' && !schema.properties && !schema.additionalProperties,
      ),
    ).toEqual([]);
  });

  it('has no formats and encodings, even if one tool is described', () => {
    const has = ({ schema }: Place) => 'format' in schema || 'contentEncoding' in schema;
    expect([...places, ...described].filter(has).map(({ at }) => at)).toEqual([]);
  });

  it('describes the format of every date in words, even if one tool is described', () => {
    const dated = [...toolbox.values()].flatMap(({ definition, schema }) =>
      [...walk(completeSchema(schema), '', 0)].flatMap((place) => {
        const form = forms[String(place.schema.format)];
        return form === undefined ? [] : [{ at: place.at, tool: definition.name, form }];
      }),
    );
    expect(dated.length).toBeGreaterThan(40);
    const wordless = dated.flatMap(({ at, tool, form }) =>
      [`${tool}${at}`, `${tool} as described${at}`].filter((wanted) => {
        const [shown, holder] = [wanted, wanted.replace(/(?:\.\w+|\[\w+\])$/, '')].map(
          (one) => [...inputs, ...described].find((place) => place.at === one)?.schema.description,
        );
        return !form.test(String(shown)) && !/^As in /.test(String(holder));
      }),
    );
    expect(wordless).toEqual([]);
  });

  it('is neither deep nor wide', () => {
    expect(breaking(({ depth }) => depth > limits.depth)).toEqual([]);
    const wide = tools.filter(
      ({ name }) => inputs.filter(({ at }) => at.startsWith(`${name}.`)).length > limits.properties,
    );
    expect(wide.map(({ name }) => name)).toEqual([]);
  });

  it('has descriptions that no assistant truncates', () => {
    expect(breaking(({ schema }) => String(schema.description ?? '').length > limits.description)).toEqual(
      [],
    );
  });
});

describe('every tool', () => {
  it('has a name, a title and a description that no assistant refuses or truncates', () => {
    const wrong = tools.filter(
      ({ name, title = '', description = '' }) =>
        !/^[a-z][a-z0-9_]*$/.test(name) ||
        name.length > limits.name ||
        title === '' ||
        title.length > limits.title ||
        description === '' ||
        description.length > limits.description,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('says whether it only reads, destroys, and touches an open world', () => {
    const hints = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;
    const wrong = tools.filter(({ annotations }) =>
      hints.some((hint) => typeof annotations?.[hint] !== 'boolean'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('is one of no more than any assistant takes, without the ways that only the smaller lists have', async () => {
    const shipped = shippedToolbox();
    const known = [workflowToolset, ...Object.keys((await shipped.arrangement()).toolsets)];
    const policy = {
      allow: new Set(operationClasses),
      confirm: new Set<never>(),
      removed: new Set<string>(),
    };
    const most = { ...policy, fetching: { hosts: ['files.example.com'], service: 'cases.example.com' } };
    const choices = [
      { surface: 'all' as const },
      { toolsets: known },
      ...known.map((one) => ({ toolsets: known.filter((name) => name !== one) })),
    ];
    for (const choice of choices) {
      const listed = await listTools(shipped, { added: [], removed: [], readOnly: false, ...choice }, most);
      expect(listed.length).toBeGreaterThan(60);
      expect(listed.length).toBeLessThanOrEqual(limits.tools);
    }
  });
});

describe('the arguments of every tool', () => {
  /** Returns strings without a format or a maximum length. */
  function* unbounded(schema: unknown, at: string): Generator<string> {
    if (!(schema instanceof z.ZodType)) return;
    const inner = innermost(schema);
    if (inner instanceof z.ZodString && inner.format === null && inner.maxLength === null) yield at;
    if (inner instanceof z.ZodObject)
      for (const [name, field] of Object.entries(inner.shape)) yield* unbounded(field, `${at}.${name}`);
    if (inner instanceof z.ZodArray) yield* unbounded(inner.element, `${at}[]`);
    if (inner instanceof z.ZodRecord) yield* unbounded(inner.valueType, `${at}{}`);
    if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* unbounded(option, at);
  }

  it('hold no text of any length, because each is searched, compared or sent', () => {
    const places = [...toolbox.values()].flatMap(({ definition, schema }) => [
      ...unbounded(schema, definition.name),
    ]);
    expect(places).toEqual([]);
    expect([...unbounded(z.object({ a: z.array(z.string().optional()) }), 'x')]).toEqual(['x.a[]']);
  });
});

describe('the instructions', () => {
  it('are short enough for everybody, and name the first tools', () => {
    const [zone] = Intl.supportedValuesOf('timeZone').sort((one, two) => two.length - one.length);
    const instructions = instructionsAt(new Date('2026-11-28T09:00:00Z'), zone);
    expect(instructions).toContain(`2026-11-28 (${zone})`);
    expect(instructions.length).toBeLessThanOrEqual(limits.instructions);
    for (const word of ['find_case', 'find_operations', 'case_brief']) expect(instructions).toContain(word);
  });
});
