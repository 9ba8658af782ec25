import { z } from 'zod';
import { InvalidArgumentsError } from '../api/errors.ts';
import type { Arguments } from '../api/request.ts';
import { excess } from './limits.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Checks arguments by the schema that was published. Objects, arrays, numbers and booleans that arrive as JSON strings
 * are taken for what they say, since a string was no choice there.
 * @throws InvalidArgumentsError with a sentence for each wrong argument: its name and what it should be
 */
export function parseArguments(schema: z.ZodObject, input: unknown): Arguments {
  let args: unknown = input ?? {};
  // A JSON string may hold further ones: an array sent as text with its numbers sent as text.
  for (let depth = 0; depth < 4; depth += 1) {
    const tooMuch = excess(args);
    if (tooMuch !== undefined) throw new InvalidArgumentsError(`Nothing was sent. The arguments ${tooMuch}.`);
    const result = schema.safeParse(args);
    if (result.success) return result.data;
    const coerced = coerce(args, result.error.issues);
    if (coerced === undefined) throw new InvalidArgumentsError(explain(schema, args, result.error.issues));
    args = coerced;
  }
  throw new InvalidArgumentsError('The arguments are nested JSON strings: send them as JSON.');
}

/** A copy of the arguments with misplaced JSON strings parsed; undefined where nothing could be done. */
function coerce(args: unknown, issues: readonly Issue[]): unknown {
  let copy: unknown;
  for (const issue of issues) {
    if (issue.code !== 'invalid_type') continue;
    const value = parseAs(issue.expected, valueAt(args, issue.path));
    if (value === undefined) continue;
    copy ??= structuredClone(args);
    copy = replaceAt(copy, issue.path, value);
  }
  return copy;
}

const kinds: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === 'number',
  int: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function parseAs(expected: string, value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return kinds[expected]?.(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}

function replaceAt(root: unknown, path: Path, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = valueAt(root, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  parent[last] = value;
  return root;
}

const maxComplaints = 8;

function explain(schema: z.ZodObject, args: unknown, issues: readonly Issue[]): string {
  const complaints = issues.slice(0, maxComplaints).map((issue) => complain(schema, args, issue));
  const rest = issues.length - complaints.length;
  return `Nothing was sent. ${complaints.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`;
}

function complain(schema: z.ZodObject, args: unknown, issue: Issue): string {
  const name = issue.path.map(String).join('.') || 'arguments';
  if (issue.code === 'unrecognized_keys') return unknownArgument(schema, issue);
  const value = valueAt(args, issue.path);
  const isOwn = issue.path.length === 1;
  const about = isOwn ? describe(schema, name) : '';
  const format = isOwn && issue.code === 'invalid_type' ? formatOf(schema, name) : undefined;
  if (value === undefined) return `${name} is missing${about}${format ? `: it ${format}` : ''}.`;
  return `${name}: ${format ?? expectation(issue)}, not ${show(value)}${about}.`;
}

/** What a text argument has to look like, where the schema says more than that it is text. */
function formatOf(schema: z.ZodObject, name: string): string | undefined {
  let field: unknown = schema.shape[name];
  while (field instanceof z.ZodOptional || field instanceof z.ZodNullable) field = field.unwrap();
  return formats[(field as { format?: string | null }).format ?? ''];
}

function unknownArgument(schema: z.ZodObject, issue: Issue & { code: 'unrecognized_keys' }): string {
  const rest = issue.keys.length - maxComplaints;
  const names = `${issue.keys.slice(0, maxComplaints).map(show).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  if (issue.path.length > 0) return `${issue.path.map(String).join('.')} has no ${names}.`;
  const known = Object.keys(schema.shape);
  return `Unknown argument ${names}: ${known.length > 0 ? `the tool takes ${known.join(', ')}` : 'the tool takes none'}.`;
}

function describe(schema: z.ZodObject, name: string): string {
  const description = (schema.shape[name] as z.ZodType | undefined)?.description;
  return description ? ` (${description})` : '';
}

const formats: Record<string, string> = {
  guid: 'should be an id (UUID)',
  uuid: 'should be an id (UUID)',
  datetime: 'should be a date and time with zone, such as 2026-03-31T09:00:00Z',
  date: 'should be a date such as 2026-03-31',
  base64: 'should be base64',
  url: 'should be an http or https address',
};

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_format')
    return formats[issue.format] ?? `should have the format ${issue.format}`;
  if (issue.code === 'invalid_value') return `should be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return `should be ${withArticle(issue.expected)}`;
  if (issue.code === 'invalid_key') return 'has a name of none or more than 200 characters';
  if (issue.code === 'too_big') return `should be at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code === 'too_small') return `should be at least ${issue.minimum}${unit(issue.origin)}`;
  return `should be ${issue.message}`;
}

function withArticle(expected: string): string {
  const words: Record<string, string> = {
    int: 'a whole number',
    record: 'an object',
    array: 'an array',
    object: 'an object',
  };
  return words[expected] ?? `a ${expected}`;
}

function unit(origin: string): string {
  return { string: ' characters long', array: ' items long' }[origin] ?? '';
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
