import { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { wholeDayOf } from '../../contract/operations/field-marks.ts';
import { valueSaid } from '../../contract/operations/other-words.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { refOf } from '../../contract/records/record-ref.ts';
import { uuidOf } from '../../contract/uuid.ts';
import { excessOfJson, requestLimits } from '../../json/measure.ts';
import { fieldAt, type Path } from './field-at.ts';
import { excess } from './json-limits.ts';
import { renamedAt } from './renamed-arguments.ts';
import { unknownArgument } from './unknown-argument.ts';
import { withWholeDays } from './whole-days.ts';

type Issue = z.core.$ZodIssue;

export interface Parsing {
  /** True if null for an optional argument is ambiguous and must therefore be refused. */
  readonly isNullDoubtful?: boolean;
  /** True if values may come from records. Error messages then must not repeat them. */
  readonly isOfRecords?: boolean;
}

/**
 * Validates arguments against the published schema and corrects unambiguous deviations. These are JSON strings in place
 * of objects, arrays, numbers and booleans; whole numbers in place of strings; and days in place of date-times. Null for
 * an optional argument counts as missing, unless `isNullDoubtful` is set. Aliases of argument names and enumeration
 * values are replaced.
 * @throws InvalidArgumentsError with one sentence per wrong argument: its name, and the values that it accepts
 */
export function parseArguments(schema: z.ZodObject, input: unknown, parsing: Parsing = {}): Arguments {
  let args: unknown = input ?? {};
  // A JSON string may contain further JSON strings, such as an array in a string whose entries are numbers in strings.
  for (let depth = 0; depth < 4; depth += 1) {
    const tooMuch = excess(args);
    if (tooMuch !== undefined) throw new InvalidArgumentsError(`Nothing was sent. The arguments ${tooMuch}.`);
    args = withWholeDays(schema, args);
    const result = schema.safeParse(args);
    if (result.success) return result.data;
    const coerced = coerce(schema, args, result.error.issues, parsing);
    if (coerced === undefined)
      throw new InvalidArgumentsError(explain(schema, args, result.error.issues, parsing));
    args = coerced;
  }
  throw new InvalidArgumentsError('The arguments are nested JSON strings: send them as JSON.');
}

/**
 * Returns the error for values that must be ids. Validation does not find them, because the schema also accepts names.
 */
export const noIds = (schema: z.ZodObject, paths: readonly Path[]) =>
  new InvalidArgumentsError(
    explain(
      schema,
      undefined,
      paths.map((path) => ({ code: 'invalid_format', format: 'guid', path: [...path], message: '' })),
      { isOfRecords: true },
    ),
  );

/** Returns a corrected copy of the arguments. Returns undefined if nothing can be corrected. */
function coerce(
  schema: z.ZodType,
  args: unknown,
  issues: readonly Issue[],
  { isNullDoubtful }: Parsing,
): unknown {
  let copy: unknown;
  for (const issue of issues) {
    const value = valueAt(args, issue.path);
    const renamed = issue.code === 'unrecognized_keys' ? renamedAt(schema, value, issue) : undefined;
    if (renamed !== undefined) {
      copy = replaceAt(copy ?? structuredClone(args), issue.path, renamed);
      continue;
    }
    const isAbsent = value === null && !isNullDoubtful && isOptional(schema, issue.path);
    const meant = isAbsent ? undefined : meantBy(schema, issue, value);
    if (!isAbsent && meant === undefined) continue;
    copy ??= structuredClone(args);
    copy = replaceAt(copy, issue.path, meant);
  }
  return copy;
}

/** Returns the only value that an invalid one can mean. Returns undefined if there is none. */
function meantBy(schema: z.ZodType, issue: Issue, value: unknown): unknown {
  if (issue.code === 'invalid_type')
    return parseAs(issue.expected, value) ?? referenceBy(fieldAt(schema, issue.path), value);
  const field = issue.code === 'invalid_value' ? fieldAt(schema, issue.path) : undefined;
  return field !== undefined && issue.code === 'invalid_value' && typeof value === 'string'
    ? valueSaid(field, issue.values, value)
    : undefined;
}

/**
 * Returns the reference that a name in its place means: `Anna` means `{ Id: 'Anna', Type: 'User' }`. The first kind of
 * record is assumed. If it has no record of this name, the call is refused. Returns undefined for an id, because it may
 * belong to another kind.
 */
function referenceBy(field: z.ZodType | undefined, value: unknown): object | undefined {
  const object = field && innermost(field);
  if (!(object instanceof z.ZodObject) || typeof value !== 'string' || uuidOf(value.trim()) !== undefined)
    return undefined;
  const { Id, ...others } = object.shape as Record<string, z.ZodType>;
  const kind = Id && refOf(Id)?.kind;
  if (typeof kind !== 'object') return undefined;
  const isAll = Object.keys(others).every((name) => name === kind.by);
  return isAll ? { Id: value, [kind.by]: Object.keys(kind.kinds)[0] } : undefined;
}

function isOptional(schema: z.ZodType, path: Path): boolean {
  const field = path.length === 0 ? undefined : fieldAt(schema, path);
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
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
  // Convert only safe integers, such as an INN or a case number, because larger numbers may have lost digits.
  if (expected === 'string') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || excessOfJson(value, requestLimits) !== undefined) return undefined;
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

/** @param value new value; undefined removes the value */
function replaceAt(root: unknown, path: Path, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = valueAt(root, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return root;
}

const maxComplaints = 8;

function explain(
  schema: z.ZodObject,
  args: unknown,
  issues: readonly Issue[],
  { isOfRecords }: Parsing,
): string {
  const complaints = issues
    .slice(0, maxComplaints)
    .map((issue) => (isOfRecords ? complainOf(schema, issue) : complain(schema, args, issue)));
  const rest = issues.length - complaints.length;
  return `Nothing was sent. ${complaints.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`;
}

/** Returns an error about an argument, with its name and the values that it accepts. */
function complainOf(schema: z.ZodObject, issue: Issue): string {
  const [name = 'arguments'] = issue.path.map(String);
  const fault = issue.code === 'unrecognized_keys' ? 'contains unknown names' : expectation(issue);
  return `${name}: ${fault}${describe(schema, name)}.`;
}

function complain(schema: z.ZodObject, args: unknown, issue: Issue): string {
  const name = issue.path.map(String).join('.') || 'arguments';
  if (issue.code === 'unrecognized_keys') return unknownArgument(schema, issue, show);
  const value = valueAt(args, issue.path);
  const isOwn = issue.path.length === 1;
  const about = isOwn ? describe(schema, name) : '';
  const format = isOwn && issue.code === 'invalid_type' ? formatOf(schema, name) : undefined;
  if (value === undefined) return `${name} is missing${about}${format ? `: it ${format}` : ''}.`;
  return `${name}: ${format ?? expectation(issue)}${needed(schema, issue)}, not ${show(value)}${about}${instead(schema, issue, value)}.`;
}

/** Returns advice on the value to send instead of a wrong one. Returns an empty string if there is none. */
function instead(schema: z.ZodObject, issue: Issue, value: unknown): string {
  if (value === null && isOptional(schema, issue.path))
    return '; leave it out to keep the field: null does not say whether to empty it';
  const day = wholeDayOf(fieldAt(schema, issue.path) ?? schema);
  if (day?.onlyIf !== undefined && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    return `; a day needs ${day.onlyIf} true`;
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  const markdown = wantsText && isObject(value) ? markdownIn(schema) : undefined;
  if (markdown !== undefined) return `; write rows as a Markdown table in \`${markdown}\``;
  return wantsText && typeof value === 'number'
    ? '; send it in quotation marks, since such a number may lose digits on the way'
    : '';
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Returns the argument that takes Markdown. */
const markdownIn = (schema: z.ZodObject) =>
  Object.entries(schema.shape as Record<string, z.ZodType>).find(([, field]) =>
    field.description?.startsWith('Markdown'),
  )?.[0];

/** Returns the names of the members that an object requires, as the end of a sentence. */
function needed(schema: z.ZodObject, issue: Issue): string {
  const field = issue.code === 'invalid_type' ? fieldAt(schema, issue.path) : undefined;
  const object = field && innermost(field);
  if (!(object instanceof z.ZodObject)) return '';
  const names = Object.keys(object.shape).filter((name) => !isOptional(object, [name]));
  return names.length > 0 ? ` with ${new Intl.ListFormat('en').format(names)}` : '';
}

/** Returns the format of a string argument. Returns undefined if the schema defines none. */
function formatOf(schema: z.ZodObject, name: string): string | undefined {
  const field: unknown = schema.shape[name];
  const inner = field instanceof z.ZodType ? innermost(field) : undefined;
  return formats[(inner as { format?: string | null } | undefined)?.format ?? ''];
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
  if (issue.code === 'invalid_union') return 'has the wrong format';
  if (issue.code === 'invalid_key') return 'has an empty name or one of more than 200 characters';
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
