import { z } from 'zod';
import { isFieldName, isPath } from '../../api/reference/structure.ts';
import { tokenFields } from '../../api/tokens/token-wire.ts';
import type { Worded } from '../../contract/language.ts';
import type { TakenField } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { answerShapes, type ShapeName } from '../../contract/records/answer-fields.ts';
import { suggestion } from '../../contract/spelling.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { type OwnField, ownFields } from '../matching/own-fields.ts';
import { JsonTextError, type LocatedJson, parseLocated } from './located-json.ts';
import { formFaults, formWords } from './messages.ts';

/** A deployment file is invalid JSON, or it contains an unknown or contradictory entry. */
export class DeploymentFileError extends Error {
  readonly line: number;
  readonly words: Worded;
  /** Other errors in the file, so that the operator can correct all of them at once. */
  others: readonly DeploymentFileError[] = [];

  /** @param words message in both languages, without a full stop */
  constructor(words: Worded, line: number) {
    super(words.en);
    this.line = line;
    this.words = words;
  }
}

const name = z.string().refine(isFieldName, formFaults.fieldName.en);
const names = z.record(z.string(), name);
const words = z.record(z.string(), z.string().min(1).max(200));

const taken: z.ZodType<TakenField> = z.lazy(() =>
  z.strictObject({
    kind: z.string().max(40),
    isList: z.boolean().optional(),
    isRequired: z.boolean().optional(),
    values: z.array(z.string().max(200)).max(500).optional(),
    fields: z.record(name, taken).optional(),
  }),
);

const shape = z.union([
  z.enum(['beside', 'offset']),
  z.strictObject({ within: name }),
  z.strictObject({ only: name }),
]);

const shown = z.array(z.string().max(200)).max(500);

const form = z.strictObject({
  version: z.literal(1, formFaults.version.en),
  /** Time of the last reading, and digests of the documents. They only show whether the API reference has changed. */
  learnt: z.string().max(40).optional(),
  documents: z.record(z.string(), z.string().max(80)).optional(),
  names: names.optional(),
  operations: z
    .record(
      z.string(),
      z.strictObject({
        route: z.string().max(250).optional(),
        names: names.optional(),
        places: z.record(z.string(), z.enum(['query', 'body'], formFaults.place.en)).optional(),
        values: z.record(z.string(), words).optional(),
        inside: name.optional(),
        shapes: z.record(z.string(), shape).optional(),
        takes: z.record(name, taken).optional(),
      }),
    )
    .optional(),
  answers: z.record(z.string(), names).optional(),
  answerValues: z.record(z.string(), z.record(z.string(), words)).optional(),
  tokens: z.strictObject({ request: names.optional(), answer: names.optional() }).optional(),
  /** Other findings about the API reference. They are used only to detect changes. */
  shows: z.strictObject({ absent: shown, deprecated: shown, required: shown }).partial().optional(),
  /** Fields whose name in the deployment is uncertain. They have no effect. */
  unsure: z.array(z.unknown()).optional(),
});
export type DeploymentForm = z.output<typeof form>;

/** Parses the file. @throws DeploymentFileError with the line of invalid JSON or of an unknown name */
export function readDeploymentFile(text: string, operations: readonly Operation[]): DeploymentForm {
  const json = located(text);
  const result = form.safeParse(json.value);
  if (!result.success) throw allOf(result.error.issues.map((issue) => unformed(json, issue)));
  const faults: DeploymentFileError[] = [];
  const check: Check = (path, word, known, what) => {
    if (known.includes(word)) return true;
    const hint = suggestion(word, known);
    const words = worded(formFaults.unknown, { what, word: JSON.stringify(word.slice(0, 80)), hint });
    faults.push(new DeploymentFileError(words, json.lineOf(path)));
    return false;
  };
  const { names: everywhere, operations: said, answers, answerValues, tokens } = result.data;
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const presumedAnywhere = operations.flatMap((operation) => presumedIn(operation).map(({ name }) => name));
  for (const field of Object.keys(everywhere ?? {}))
    check(['names', field], field, presumedAnywhere, formWords.presumedField);
  for (const [operation, own] of Object.entries(said ?? {})) {
    const found = byName.get(operation);
    check(['operations', operation], operation, [...byName.keys()], formWords.operation);
    if (found !== undefined) faults.push(...checkOperation(found, own, { json, check }));
  }
  for (const [part, shapes] of Object.entries({ answers, answerValues }))
    for (const [shape, fields] of Object.entries(shapes ?? {})) {
      if (!check([part, shape], shape, Object.keys(answerShapes), formWords.kind)) continue;
      const known = Object.keys(answerShapes[shape as ShapeName]);
      for (const field of Object.keys(fields))
        check([part, shape, field], field, known, worded(formWords.fieldOf, { of: shape }));
    }
  for (const part of ['request', 'answer'] as const)
    for (const field of Object.keys(tokens?.[part] ?? {}))
      check(
        ['tokens', part, field],
        field,
        tokenFields[part],
        formWords[part === 'request' ? 'tokenRequest' : 'tokenAnswer'],
      );
  if (faults.length > 0) throw allOf(faults);
  return result.data;
}

/** Returns the first error in the file. Its `others` contains all other errors. */
function allOf(faults: readonly DeploymentFileError[]): DeploymentFileError {
  const [first, ...others] = faults.toSorted((one, other) => one.line - other.line);
  if (first === undefined) throw new Error('no fault');
  first.others = others;
  return first;
}

/**
 * Reads a form (the content of a deployment file) that casebridge cached earlier. Returns undefined if the JSON does
 * not match the schema.
 */
export const formOfJson = (json: unknown): DeploymentForm | undefined => form.safeParse(json).data;

/** Checks whether a word is among the known ones. If it is not, records an error for the path. */
type Check = (path: readonly string[], word: string, known: readonly string[], what: Worded) => boolean;

type Said = NonNullable<DeploymentForm['operations']>[string];

function checkOperation(
  operation: Operation,
  { route, names: real = {}, places = {}, values = {}, shapes = {} }: Said,
  { json, check }: { readonly json: LocatedJson; readonly check: Check },
): readonly DeploymentFileError[] {
  const at = (...path: readonly string[]) => ['operations', operation.name, ...path];
  const faults: DeploymentFileError[] = [];
  if (route !== undefined && !isRoute(route, operation)) {
    const example = `${operation.method} ${operation.path ?? '/api/v1/…'}`;
    const words = worded(formFaults.route, { route: JSON.stringify(route.slice(0, 80)), example });
    faults.push(new DeploymentFileError(words, json.lineOf(at('route'))));
  }
  const presumed = presumedIn(operation);
  const top = Object.keys({ ...operation.query, ...operation.body });
  const stated = statedIn(operation);
  const known = [...presumed, ...stated].map(({ name }) => name);
  // Accept another name even for a field whose name the API description states. The service may deviate from the API
  // description, and the operator knows the service.
  for (const [part, fields] of Object.entries({ names: real, shapes }))
    for (const field of Object.keys(fields))
      check(at(part, field), field, known, worded(formWords.fieldOf, { of: operation.name }));
  for (const field of Object.keys(places))
    check(at('places', field), field, top, worded(formWords.fieldOf, { of: operation.name }));
  const sets = [...presumed, ...stated].filter((field) => field.values !== undefined);
  for (const [field, words] of Object.entries(values)) {
    check(
      at('values', field),
      field,
      sets.map(({ name }) => name),
      worded(formWords.setOf, { of: operation.name }),
    );
    const all = sets.find(({ name }) => name === field)?.values ?? [];
    for (const word of Object.keys(words))
      check(at('values', field, word), word, all, worded(formWords.valueOf, { of: field }));
  }
  return faults;
}

/**
 * Returns the operation's presumed fields, whose names the API description does not state. Nested fields have dotted
 * names.
 */
const presumedIn = (operation: Operation) => fieldsIn(operation, true);
/** Returns the operation's fields that the API description states. Nested fields have dotted names. */
const statedIn = (operation: Operation) => fieldsIn(operation, false);

function fieldsIn(operation: Operation, arePresumed: boolean): readonly OwnField[] {
  const within = (field: OwnField): readonly OwnField[] => [
    field,
    ...(field.fields ?? []).flatMap(within).map((one) => ({ ...one, name: `${field.name}.${one.name}` })),
  ];
  return [...ownFields(operation, operation.query), ...ownFields(operation, operation.body)]
    .filter(({ isPresumed }) => isPresumed === arePresumed)
    .flatMap(within);
}

function isRoute(route: string, { params = {} }: Operation): boolean {
  const [method = '', path = '', ...rest] = route.split(' ');
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string);
  const isWhole = Object.entries(params).every(
    ([one, schema]) => placeholders.includes(one) || schema.safeParse(undefined).success,
  );
  const isKnown = placeholders.every((one) => Object.hasOwn(params, one));
  return (
    rest.length === 0 && /^(GET|POST|PUT|PATCH|DELETE)$/.test(method) && isPath(path) && isWhole && isKnown
  );
}

function located(text: string): LocatedJson {
  try {
    return parseLocated(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof JsonTextError) throw new DeploymentFileError(asIs(error.message), error.line);
    throw error;
  }
}

function unformed(json: LocatedJson, issue: z.core.$ZodIssue | undefined): DeploymentFileError {
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known =
      path.length === 0 ? Object.keys(form.shape) : path[0] === 'tokens' ? ['request', 'answer'] : parts;
    return new DeploymentFileError(
      worded(formFaults.unknownKey, { key: JSON.stringify(key.slice(0, 80)), hint: suggestion(key, known) }),
      json.lineOf([...path, key]),
    );
  }
  const where = path.length === 0 ? formFaults.whole : path.map(String).join('.').slice(0, 120);
  const own = [formFaults.fieldName, formFaults.version, formFaults.place];
  const why = own.find(({ en }) => en === issue?.message) ?? issue?.message ?? formFaults.isWrong;
  return new DeploymentFileError(worded(formFaults.wrong, { where, why }), json.lineOf(path));
}

const parts = ['route', 'names', 'places', 'values', 'inside', 'shapes', 'takes'];
