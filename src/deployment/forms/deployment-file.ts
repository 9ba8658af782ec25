import { z } from 'zod';
import { isFieldName, isPath } from '../../api/reference/structure.ts';
import { tokenFields } from '../../api/tokens/token-wire.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { answerShapes, type ShapeName } from '../../contract/records/answer-fields.ts';
import { didYouMean } from '../../contract/spelling.ts';
import { type OwnField, ownFields } from '../matching/own-fields.ts';
import { JsonTextError, type LocatedJson, parseLocated } from './located-json.ts';

/** A file says something that is not so, or that nobody understands. */
export class DeploymentFileError extends Error {
  readonly line: number;

  /** @param message without a full stop */
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const name = z.string().refine(isFieldName, 'should be the name of a field');
const names = z.record(z.string(), name);
const words = z.record(z.string(), z.string().min(1).max(200));

const shown = z.array(z.string().max(200)).max(500);

/** What stands in the file of a deployment. */
const form = z.strictObject({
  version: z.literal(1, 'should be 1'),
  /** When it was learnt, and of which documents: for people, and to notice changes. */
  learnt: z.string().max(40).optional(),
  documents: z.record(z.string(), z.string().max(80)).optional(),
  names: names.optional(),
  operations: z
    .record(
      z.string(),
      z.strictObject({
        route: z.string().max(250).optional(),
        names: names.optional(),
        places: z.record(z.string(), z.enum(['query', 'body'], 'should be query or body')).optional(),
        values: z.record(z.string(), words).optional(),
      }),
    )
    .optional(),
  answers: z.record(z.string(), names).optional(),
  answerValues: z.record(z.string(), z.record(z.string(), words)).optional(),
  tokens: z.strictObject({ request: names.optional(), answer: names.optional() }).optional(),
  /** What else the reference shows: only to notice changes. */
  shows: z.strictObject({ absent: shown, deprecated: shown, required: shown }).partial().optional(),
  /** What was not learnt surely: nothing reads it. */
  unsure: z.array(z.unknown()).optional(),
});
export type DeploymentForm = z.output<typeof form>;

/**
 * What a file says of a deployment.
 * @throws DeploymentFileError with the line, where it is no JSON or speaks of what there is not
 */
export function readDeploymentFile(text: string, operations: readonly Operation[]): DeploymentForm {
  const json = located(text);
  const result = form.safeParse(json.value);
  if (!result.success) throw unformed(json, result.error.issues[0]);
  const check: Check = (path, word, known, what) => {
    if (!known.includes(word))
      throw new DeploymentFileError(
        `there is no ${what} ${JSON.stringify(word.slice(0, 80))}${didYouMean(word, known)}`,
        json.lineOf(path),
      );
  };
  const { names: everywhere, operations: said, answers, answerValues, tokens } = result.data;
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const presumedAnywhere = operations.flatMap((operation) => presumedIn(operation).map(({ name }) => name));
  for (const field of Object.keys(everywhere ?? {}))
    check(['names', field], field, presumedAnywhere, 'presumed field');
  for (const [operation, own] of Object.entries(said ?? {})) {
    check(['operations', operation], operation, [...byName.keys()], 'operation');
    checkOperation(byName.get(operation) as Operation, own, { json, check });
  }
  for (const [part, shapes] of Object.entries({ answers, answerValues }))
    for (const [shape, fields] of Object.entries(shapes ?? {})) {
      check([part, shape], shape, Object.keys(answerShapes), 'kind of record');
      for (const field of Object.keys(fields))
        check([part, shape, field], field, presumedAnswers(shape as ShapeName), `presumed field of ${shape}`);
    }
  for (const part of ['request', 'answer'] as const)
    for (const field of Object.keys(tokens?.[part] ?? {}))
      check(['tokens', part, field], field, tokenFields[part], `field of token ${part}s`);
  return result.data;
}

/** What was written before; undefined where it is something else. */
export const formOfJson = (json: unknown): DeploymentForm | undefined => form.safeParse(json).data;

/** @throws DeploymentFileError where a word is none of those known */
type Check = (path: readonly string[], word: string, known: readonly string[], what: string) => void;

type Said = NonNullable<DeploymentForm['operations']>[string];

function checkOperation(
  operation: Operation,
  { route, names: real = {}, places = {}, values = {} }: Said,
  { json, check }: { readonly json: LocatedJson; readonly check: Check },
): void {
  const at = (...path: readonly string[]) => ['operations', operation.name, ...path];
  if (route !== undefined && !isRoute(route, operation))
    throw new DeploymentFileError(
      `${JSON.stringify(route.slice(0, 80))} should be such as ${operation.method} ${operation.path ?? '/api/v1/…'}, with the same placeholders`,
      json.lineOf(at('route')),
    );
  const presumed = presumedIn(operation);
  const top = Object.keys({ ...operation.query, ...operation.body });
  for (const field of Object.keys(real))
    check(
      at('names', field),
      field,
      presumed.map(({ name }) => name),
      `presumed field of ${operation.name}`,
    );
  for (const field of Object.keys(places))
    check(at('places', field), field, top, `field of ${operation.name}`);
  const sets = presumed.filter((field) => field.values !== undefined);
  for (const [field, words] of Object.entries(values)) {
    check(
      at('values', field),
      field,
      sets.map(({ name }) => name),
      `field of ${operation.name} with a set of values`,
    );
    const known = sets.find(({ name }) => name === field)?.values ?? [];
    for (const word of Object.keys(words)) check(at('values', field, word), word, known, `value of ${field}`);
  }
}

/** Presumed fields with those within them, by their names behind dots. */
function presumedIn(operation: Operation): readonly OwnField[] {
  const within = (field: OwnField): readonly OwnField[] => [
    field,
    ...(field.fields ?? []).flatMap(within).map((one) => ({ ...one, name: `${field.name}.${one.name}` })),
  ];
  return [...ownFields(operation, operation.query), ...ownFields(operation, operation.body)]
    .filter(({ isPresumed }) => isPresumed)
    .flatMap(within);
}

const presumedAnswers = (shape: ShapeName): readonly string[] =>
  Object.entries(answerShapes[shape])
    .filter(([, field]) => (typeof field === 'string' ? field : field.from) === 'presumed')
    .map(([field]) => field);

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
    if (error instanceof JsonTextError) throw new DeploymentFileError(error.message, error.line);
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
      `nothing is called ${JSON.stringify(key.slice(0, 80))} here${didYouMean(key, known)}`,
      json.lineOf([...path, key]),
    );
  }
  const where = path.length === 0 ? 'it' : path.map(String).join('.').slice(0, 120);
  return new DeploymentFileError(`${where}: ${issue?.message ?? 'is wrong'}`, json.lineOf(path));
}

const parts = ['route', 'names', 'places', 'values'];
