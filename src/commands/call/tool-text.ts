import { z } from 'zod';
import { innermost } from '../../contract/operations/registered.ts';
import { refOf } from '../../contract/records/record-ref.ts';
import { classText, operationOf } from '../../mcp/guards/effect.ts';
import { takesResponseOptions } from '../../mcp/input/response-options.ts';
import { completeSchema, type JsonSchema } from '../../mcp/tools/published-schema.ts';
import type { AnyTool } from '../../mcp/tools/tool.ts';
import { wrapped } from '../columns.ts';
import { toPerson } from './to-person.ts';

export function toolText(tool: AnyTool, width: number): string {
  const { definition } = tool;
  const args = argumentsOf(tool);
  const refusals = Object.entries(definition.errors ?? {});
  const operation = operationOf(definition);
  return [
    wrapped(`${definition.name}: ${definition.title} (${classText(definition)})`, width),
    '',
    wrapped(toPerson(definition.description), width),
    '',
    argumentsTitle(args),
    ...args.flatMap(({ name, isNeeded, type, words }) => [
      wrapped(`${name}${isNeeded ? '*' : ''} (${type})`, width, 2, 8),
      ...(words ? [wrapped(words, width, 6)] : []),
    ]),
    ...(operation && takesResponseOptions(operation) ? ['', wrapped(optionsText, width)] : []),
    ...(refusals.length > 0 ? ['', 'Errors of the service'] : []),
    ...refusals.map(([status, step]) => wrapped(`${status}: ${toPerson(step)}`, width, 2, 4)),
    '',
    'Example',
    `  ${exampleOf(tool)}`,
  ].join('\n');
}

function argumentsTitle(args: readonly Argument[]): string {
  if (args.length === 0) return 'It has no arguments.';
  return args.some(({ isNeeded }) => isNeeded) ? 'Arguments (* needed)' : 'Arguments';
}

const optionsText =
  'Also: fields=Name,Number (only these fields), detail=brief or full, skip=N (without the first N items), all=true (every page of a list).';

interface Argument {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly type: string;
  readonly words: string | undefined;
}

function argumentsOf({ schema, definition }: AnyTool): Argument[] {
  const json = completeSchema(schema);
  const needed = (json.required ?? []) as string[];
  const files = operationOf(definition)?.fileParts ?? [];
  return Object.entries((json.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    isNeeded: needed.includes(name),
    type: files.includes(name) ? 'file: @PATH' : typeText(property, schema.shape[name] as z.ZodType),
    words: property.description as string | undefined,
  }));
}

const formats: Readonly<Record<string, string>> = {
  date: 'date: YYYY-MM-DD',
  'date-time': 'time with zone: 2026-03-31T09:00:00Z',
  uuid: 'id',
  uri: 'address: https://…',
};

const simple: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  object: 'JSON object',
};

/** Describes the accepted values. @param field schema that determines whether names are accepted instead of ids */
function typeText(json: JsonSchema, field?: z.ZodType): string {
  if (Array.isArray(json.enum)) return json.enum.join(' | ');
  if (json.type === 'array') {
    const element = field && elementOf(field);
    return `list of ${typeText((json.items ?? {}) as JsonSchema, element)}, one at a time or as JSON`;
  }
  if (field && refOf(field)) return refOf(field)?.kind === 'user' ? 'name, id or me' : 'name or id';
  if (json.type === 'integer' || json.type === 'number') return numberText(json);
  if (json.type === 'object' && json.properties) {
    const needed = (json.required ?? []) as string[];
    const names = Object.keys(json.properties).map((name) => (needed.includes(name) ? `${name}*` : name));
    return `JSON object: ${names.join(', ')}`;
  }
  return formats[String(json.format)] ?? simple[String(json.type)] ?? 'JSON';
}

function numberText({ type, minimum, maximum }: JsonSchema): string {
  const isBound = (bound: unknown): bound is number =>
    typeof bound === 'number' && Math.abs(bound) < 1_000_000_000;
  const from = isBound(minimum) ? ` from ${minimum}` : '';
  const to = isBound(maximum) ? ` to ${maximum}` : '';
  return `${type === 'integer' ? 'whole number' : 'number'}${from}${to}`;
}

function elementOf(field: z.ZodType): z.ZodType | undefined {
  const inner = innermost(field);
  return inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
}

/**
 * Returns an example call with all required arguments. If no argument is required, the example has the file arguments,
 * or otherwise the first argument if it is a string.
 */
function exampleOf(tool: AnyTool): string {
  const json = completeSchema(tool.schema);
  const properties = Object.entries((json.properties ?? {}) as Record<string, JsonSchema>);
  const files = operationOf(tool.definition)?.fileParts ?? [];
  const required = (json.required ?? []) as string[];
  const needed = required.length > 0 ? required : files;
  const shown =
    needed.length > 0
      ? properties.filter(([name]) => needed.includes(name))
      : properties
          .slice(0, 1)
          .filter(([, { type, description }]) => type === 'string' && !/^Default/.test(String(description)));
  const words = shown.map(([name, property]) =>
    files.includes(name)
      ? `${name}=@letter.pdf`
      : `${name}=${quoted(sampleOf(property, tool.schema.shape[name] as z.ZodType))}`,
  );
  return ['casebridge call', tool.definition.name, ...words, '--sandbox'].join(' ');
}

const quoted = (text: string) => (/^[\w.:/@+-]+$/.test(text) ? text : `'${text}'`);

function sampleOf(json: JsonSchema, field?: z.ZodType): string {
  if (Array.isArray(json.enum)) return String(json.enum[0]);
  if (field && refOf(field)) return refOf(field)?.kind === 'user' ? 'me' : 'name or id';
  if (json.type === 'array') return sampleOf((json.items ?? {}) as JsonSchema, field && elementOf(field));
  if (json.type === 'object') return objectSample(json);
  if (json.type === 'integer' || json.type === 'number') return String(json.minimum ?? 1);
  return samples[String(json.format)] ?? samples[String(json.type)] ?? '…';
}

const samples: Readonly<Record<string, string>> = {
  date: '2026-03-31',
  'date-time': '2026-03-31T09:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
  boolean: 'true',
  string: 'some text',
};

function objectSample({ properties = {}, required = [] }: JsonSchema): string {
  const needed = Object.entries(properties as Record<string, JsonSchema>).filter(([name]) =>
    (required as string[]).includes(name),
  );
  const value = Object.fromEntries(needed.map(([name, property]) => [name, sampleOf(property)]));
  return JSON.stringify(value);
}
