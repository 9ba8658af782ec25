import type { ReferenceField, ReferenceOperation, ServiceReference } from '../../api/reference/structure.ts';
import { type TokenNames, tokenFields, tokenPaths } from '../../api/tokens/token-wire.ts';
import type { OperationNames, Place, TakenField, TakenFields } from '../../contract/operations/deployment.ts';
import { type Operation, writesWhole } from '../../contract/operations/operation.ts';
import { lettersOf } from '../../contract/records/letters.ts';
import { createEcho, type Echo } from './echoes.ts';
import { type AnswerMatch, type AnswerValueMatch, answerValuesOf, matchAnswers } from './match-answers.ts';
import { type FieldMatch, type FieldMatching, matchFields } from './match-fields.ts';
import { matchRoutes, type RouteMatch } from './match-routes.ts';
import { holderOf } from './match-shapes.ts';
import { type OwnField, ownFields } from './own-fields.ts';
import { createComparison, type FieldWords, type NameComparison } from './words.ts';

/** A field whose name, or an operation whose route, is uncertain in the deployment. */
export interface UnsureField {
  readonly operation: string;
  readonly place: Place | 'route';
  /** Name in the operation catalogue. Undefined if the route is uncertain. */
  readonly field?: string;
  /** Names in the reference that match no other field. One of them may be the right name. */
  readonly candidates: readonly string[];
}

/**
 * Differences between the API reference (OpenAPI) that the service publishes, here called the reference, and the API
 * description.
 */
export interface Learnt {
  /** SHA-256 of each document of the reference, by document name. */
  readonly documents: Readonly<Record<string, string>>;
  readonly operations: Readonly<Record<string, OperationNames>>;
  readonly answers: AnswerMatch;
  readonly answerValues: AnswerValueMatch;
  readonly tokens: TokenNames;
  readonly unsure: readonly UnsureField[];
  /** Operations that the reference contains. */
  readonly shown: readonly string[];
  /** Operations that the reference lacks. The service may still support them. */
  readonly absent: readonly string[];
  readonly deprecated: readonly string[];
  /** Fields that the API description states but the reference lacks. casebridge follows the API description. */
  readonly contradictions: readonly { readonly operation: string; readonly field: string }[];
  /** Fields that the reference requires and for which casebridge has no argument. */
  readonly required: readonly { readonly operation: string; readonly field: string }[];
}

/**
 * Minimum share of casebridge's operations that the reference must contain. With fewer, the reference belongs to
 * another product.
 */
const leastShare = 0.2;

/**
 * Compares names and types in the reference with those in the operation catalogue. Ignores descriptions. Returns
 * undefined if the reference belongs to another product.
 */
export function learnNames(
  reference: ServiceReference,
  operations: readonly Operation[],
  words: FieldWords,
): Learnt | undefined {
  const routes = matchRoutes(operations, reference.operations);
  if (routes.size < leastShare * operations.length) return undefined;
  const compare = createComparison(words);
  const { all, echo } = learnRequests([...routes], compare);
  const answers = matchAnswers(
    [...routes].map(([operation, { found }]) => [operation, found] as const),
    { compare, echo },
  );
  const absent = operations.filter((operation) => !routes.has(operation));
  const found = Object.fromEntries(
    all.flatMap(({ operation, route, inside, names, places, values, shapes, takes }) => {
      const known: OperationNames = {
        ...(route && { route }),
        ...(inside && { inside }),
        ...filled({ names, places, values, shapes, takes }),
      };
      return Object.keys(known).length === 0 ? [] : [[operation, known]];
    }),
  );
  return {
    documents: reference.documents,
    operations: { ...found, ...namesOfAbsent(absent, found) },
    answers: answers.names,
    answerValues: answerValuesOf(all, answers.codes),
    tokens: learnTokens([...routes], compare),
    unsure: [
      ...all.flatMap(({ operation, unsure }) => unsure.map((one) => ({ operation, ...one }))),
      ...absent
        .filter(({ path }) => path === undefined)
        .map(({ name }) => ({ operation: name, place: 'route' as const, candidates: [] })),
    ],
    shown: all.map(({ operation }) => operation),
    absent: absent.map(({ name }) => name),
    deprecated: all.filter(({ isDeprecated }) => isDeprecated).map(({ operation }) => operation),
    contradictions: all.flatMap(({ operation, missing }) => missing.map((field) => ({ operation, field }))),
    required: all.flatMap(({ operation, required }) => required.map((field) => ({ operation, field }))),
  };
}

/**
 * Returns the differences of operations that the reference lacks. They are those of the operation that replaces the
 * missing one.
 */
const namesOfAbsent = (
  absent: readonly Operation[],
  found: Readonly<Record<string, OperationNames>>,
): Readonly<Record<string, OperationNames>> =>
  Object.fromEntries(
    absent.flatMap(({ name, instead = {} }) => {
      const [served] = Object.keys(instead).flatMap((one) => found[one] ?? []);
      if (served === undefined) return [];
      const { route: _, ...names } = served;
      return Object.keys(names).length === 0 ? [] : [[name, names] as const];
    }),
  );

/** Maximum number of rounds. More rounds would find no other names. */
const maxRounds = 5;

/** Matches all requests in several rounds, because a name learned from one request can confirm names in others. */
function learnRequests(routes: readonly (readonly [Operation, RouteMatch])[], compare: NameComparison) {
  const requests = routes.map(([operation, { found, route }]) => ({
    ...formOfRequest(operation, found),
    about: {
      operation: operation.name,
      route,
      isDeprecated: found.isDeprecated,
      takes: writesWhole(operation) ? takenIn(found.body) : {},
    },
    certain: operation.certain ?? [],
  }));
  const round = (echo: Echo | undefined) =>
    requests.map(({ own, about, certain, found, inside }) => ({
      ...learnOperation(own, found, { compare, certain, ...(echo && { echo }) }),
      ...about,
      inside,
    }));
  let all = round(undefined);
  for (let rounds = 1, before = 0; ; rounds += 1) {
    const renamed = all.flatMap((one) => one.renamed);
    const echo = createEcho(renamed);
    if (renamed.length === before || rounds === maxRounds) return { all, echo };
    before = renamed.length;
    all = round(echo);
  }
}

/**
 * Returns the fields of a request in the catalogue and in the reference. If the reference puts all fields except files
 * into one wrapper object, returns the fields inside that object.
 */
function formOfRequest(operation: Operation, found: ReferenceOperation) {
  const own = { query: ownFields(operation, operation.query), body: ownFields(operation, operation.body) };
  const holder = operation.fileParts === undefined ? undefined : holderOf(own.body, found.body);
  if (holder === undefined) return { own, found, inside: undefined };
  const files = found.body?.filter((one) => one !== holder) ?? [];
  return { own, found: { ...found, body: [...files, ...(holder.fields ?? [])] }, inside: holder.name };
}

/** Describes the fields that a request accepts, with their types. Excludes files and read-only fields. */
const takenIn = (fields: readonly ReferenceField[] = []): TakenFields =>
  Object.fromEntries(
    fields
      .filter(({ kind, isReadOnly }) => kind !== 'binary' && !isReadOnly)
      .map(({ name, kind, isList, isRequired, values, fields: inner }): [string, TakenField] => [
        name,
        {
          kind,
          ...(isList && { isList }),
          ...(isRequired && { isRequired }),
          ...(values && { values: [...values] }),
          ...(inner && { fields: takenIn(inner) }),
        },
      ]),
  );

/** Learns field names in the password sign-in, which the API description does not specify. */
function learnTokens(
  routes: readonly (readonly [Operation, RouteMatch])[],
  compare: NameComparison,
): TokenNames {
  const found = routes.find(([{ path }]) => path === tokenPaths.password)?.[1].found;
  const namesOf = (part: keyof typeof tokenFields, theirs: readonly ReferenceField[] = []) => {
    const own = tokenFields[part].map((name) => ({ ...tokenField, name }));
    const { names } = matchFields(own, theirs, { compare, certain: [] });
    return Object.keys(names).length === 0 ? {} : { [part]: names };
  };
  return { ...namesOf('request', found?.body), ...namesOf('answer', found?.answer) };
}

const tokenField = {
  kind: 'unknown',
  isList: false,
  isRequired: false,
  isDeprecated: false,
  isPresumed: true,
} as const;

const filled = (parts: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));

function learnOperation(own: OwnPlaces, found: ReferenceOperation, matching: FieldMatching) {
  const places = movedFields(own, found);
  const results = (['query', 'body'] as const).map((place) => {
    const theirs = found[place];
    const here = [...own.query, ...own.body].filter(
      (field) => (places[field.name] ?? placeOf(own, field)) === place,
    );
    // If the reference does not describe this part of the request, its fields do not count as missing.
    const match =
      theirs === undefined || (place === 'query' && here.length === 0)
        ? nothing
        : matchFields(here, theirs, matching);
    return { place, here, theirs: theirs ?? [], match };
  });
  return {
    names: Object.assign({}, ...results.map(({ match }) => match.names)) as FieldMatch['names'],
    values: Object.assign({}, ...results.map(({ match }) => match.values)) as FieldMatch['values'],
    shapes: Object.assign({}, ...results.map(({ match }) => match.shapes)) as FieldMatch['shapes'],
    places,
    renamed: results.flatMap(({ match }) => match.renamed),
    unsure: results.flatMap(({ place, match }) => match.unsure.map((one) => ({ place, ...one }))),
    missing: results.flatMap(({ match }) => match.missing),
    required: results.flatMap(({ here, theirs, match }) => {
      const known = [...here.map(({ name }) => match.names[name] ?? name), ...Object.values(match.names)];
      const called = new Set(known.map((name) => name.toLowerCase()));
      return theirs
        .filter((one) => one.isRequired && !called.has(one.name.toLowerCase()))
        .map(({ name }) => name);
    }),
  };
}

const nothing: FieldMatch = { names: {}, values: {}, shapes: {}, unsure: [], missing: [], renamed: [] };

type OwnPlaces = Readonly<Record<Place, readonly OwnField[]>>;
const placeOf = ({ query }: OwnPlaces, field: OwnField): Place => (query.includes(field) ? 'query' : 'body');

/** Returns the fields that the reference contains under the same name, but only in the other part of the request. */
function movedFields(own: OwnPlaces, found: ReferenceOperation): Readonly<Record<string, Place>> {
  const has = (place: Place, { name }: OwnField) =>
    found[place]?.some((one) => lettersOf(one.name) === lettersOf(name)) === true;
  const moved = (from: Place, to: Place) =>
    own[from].filter((field) => !has(from, field) && has(to, field)).map(({ name }) => [name, to] as const);
  return Object.fromEntries([...moved('query', 'body'), ...moved('body', 'query')]);
}
