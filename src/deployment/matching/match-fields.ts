import type { ReferenceField } from '../../api/reference/structure.ts';
import type { TakenShape } from '../../contract/operations/deployment.ts';
import { lettersOf } from '../../contract/records/letters.ts';
import type { Echo, Renaming } from './echoes.ts';
import { pairsBeside, shapeTaken } from './match-shapes.ts';
import { haveOneMeaning, valuesOf } from './match-values.ts';
import type { OwnField } from './own-fields.ts';
import type { NameComparison } from './words.ts';

export interface FieldMatch {
  /**
   * Names in the deployment's API reference (OpenAPI), keyed by the name in the operation catalogue. Nested fields have
   * dotted names.
   */
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Other structure in which the request contains a value, by field. */
  readonly shapes: Readonly<Record<string, TakenShape>>;
  /** Fields without an unambiguous match. `candidates` are the names in the reference that match no other field. */
  readonly unsure: readonly { readonly field: string; readonly candidates: readonly string[] }[];
  /** Fields that the API description states but the reference lacks. */
  readonly missing: readonly string[];
  /** Presumed fields, whose names the API description does not state, that have another name in the reference. */
  readonly renamed: readonly Renaming[];
}

export interface FieldMatching {
  readonly compare: NameComparison;
  /** Presumed fields that certainly exist, because the API description mentions them without stating their names. */
  readonly certain: readonly string[];
  /** Checks whether names learned from other requests confirm a name. Default: nothing is confirmed. */
  readonly echo?: Echo;
}

type Pairs = Map<OwnField, ReferenceField>;

/**
 * Matches the fields of the catalogue with those of a reference. A field whose name the API description states keeps
 * this name, apart from letter case and separators. Paging fields are an exception, because their names depend on the
 * web framework. A presumed field gets another name only if `pair` has a rule for it. Examples: the words match, no
 * other candidate is left, or other requests confirm the name.
 */
export function matchFields(
  own: readonly OwnField[],
  theirs: readonly ReferenceField[],
  matching: FieldMatching,
): FieldMatch {
  const pairs = pair(own, theirs, matching);
  const free = freeOf(theirs, pairs);
  const names: Record<string, string> = {};
  const values: Record<string, Readonly<Record<string, string>>> = {};
  const shapes: Record<string, TakenShape> = {};
  const unsure: { field: string; candidates: readonly string[] }[] = [];
  const missing: string[] = [];
  const renamed: Renaming[] = [];
  for (const field of own) {
    const within = (name: string) => `${field.name}.${name}`;
    const real = pairs.get(field);
    if (real === undefined) {
      const beside = isGroup(field) ? pairsBeside(field.fields ?? [], freeOf(theirs, pairs)) : [];
      if (beside.length > 0) shapes[field.name] = 'beside';
      for (const [inner, one] of beside) {
        pairs.set(inner, one);
        names[within(inner.name)] = one.name;
        const shape = shapeTaken(inner, one);
        if (shape !== undefined) shapes[within(inner.name)] = shape;
      }
      if (beside.length > 0) continue;
      if (field.isPresumed) unsure.push({ field: field.name, candidates: possible(field, free) });
      else missing.push(field.name);
      continue;
    }
    if (real.name !== field.name) {
      names[field.name] = real.name;
      if (field.isPresumed) renamed.push({ field, real });
    }
    const shape = isOffset(field, real) ? 'offset' : field.isPresumed ? shapeTaken(field, real) : undefined;
    if (shape !== undefined) shapes[field.name] = shape;
    const words = valuesOf(field, real, matching.compare);
    if (words === undefined) unsure.push({ field: field.name, candidates: real.values ?? [] });
    else if (Object.keys(words).length > 0) values[field.name] = words;
    if (shape !== undefined || field.fields === undefined || real.fields === undefined) continue;
    const inner = matchFields(field.fields, real.fields, matching);
    for (const [name, other] of Object.entries(inner.names)) names[within(name)] = other;
    for (const [name, other] of Object.entries(inner.values)) values[within(name)] = other;
    for (const [name, other] of Object.entries(inner.shapes)) shapes[within(name)] = other;
    unsure.push(...inner.unsure.map((one) => ({ ...one, field: within(one.field) })));
  }
  return { names, values, shapes, unsure, missing, renamed };
}

interface Rule {
  readonly isMeant: (field: OwnField, real: ReferenceField) => boolean;
  /**
   * Checks whether `real` could also be the name of another field, which makes the match ambiguous. Default: `isMeant`.
   */
  readonly mayBe?: Rule['isMeant'];
  /** True if the rule applies to stated fields too, not only to presumed ones. */
  readonly ofAny?: true;
}

/**
 * Applies the rules in order to the fields that are not yet matched. Two fields never get the same name of the
 * reference.
 */
function pair(
  own: readonly OwnField[],
  theirs: readonly ReferenceField[],
  { compare, certain, echo = () => false }: FieldMatching,
): Pairs {
  const pairs: Pairs = new Map();
  const isCertain = ({ name }: OwnField) => certain.includes(name);
  const isLeft = (field: OwnField, real: ReferenceField) =>
    isExactly(field, real) && compare.endOf(field.name) === compare.endOf(real.name);
  const rules: readonly Rule[] = [
    { isMeant: (field, real) => field.name === real.name, ofAny: true },
    { isMeant: (field, real) => field.name.toLowerCase() === real.name.toLowerCase(), ofAny: true },
    { isMeant: (field, real) => lettersOf(field.name) === lettersOf(real.name), ofAny: true },
    { isMeant: arePaging, ofAny: true },
    { isMeant: isOffset, ofAny: true },
    { isMeant: (field, real) => field.kind === 'binary' && real.kind === 'binary' },
    { isMeant: (field, real) => fits(field, real) && compare.areSimilar(field.name, real.name) },
    { isMeant: (field, real) => isShaped(field, real) && compare.areSimilar(field.name, real.name) },
    { isMeant: (field, real) => fits(field, real) && haveOneForm(field, real) },
    { isMeant: (field, real) => isOpen(field) && isOpen(real) },
    { isMeant: echo },
    {
      isMeant: (field, real) =>
        compare.haveOneWord(field.name, real.name) && haveOneMeaning(field, real, compare),
    },
    {
      isMeant: (field, real) =>
        isCertain(field) && isLeft(field, real) && field.isRequired && real.isRequired,
    },
    {
      isMeant: (field, real) => isCertain(field) && isLeft(field, real) && real.isRequired,
      mayBe: isLeft,
    },
    { isMeant: (field, real) => isCertain(field) && isLeft(field, real), mayBe: isLeft },
  ];
  for (const { isMeant, mayBe = isMeant, ofAny } of rules) {
    const open = own.filter((field) => !pairs.has(field));
    const free = freeOf(theirs, pairs);
    for (const field of open.filter(({ isPresumed }) => ofAny || isPresumed)) {
      const [real, other] = free.filter((one) => isMeant(field, one));
      if (real === undefined || other !== undefined) continue;
      if (open.filter((one) => mayBe(one, real)).length === 1) pairs.set(field, real);
    }
  }
  return pairs;
}

/** Names that common frameworks use for page number and page size. */
const pagingNames: Readonly<Record<string, RegExp>> = {
  Page: /^page(?:_?(?:number|index|no))?$/i,
  PageSize: /^(?:page_?size|size|limit|per_?page)$/i,
};
const arePaging = (field: Pick<ReferenceField, 'name'>, real: Pick<ReferenceField, 'name' | 'kind'>) =>
  real.kind === 'integer' && pagingNames[field.name]?.test(real.name) === true;

/** Checks whether the page is an offset. Some lists take the number of preceding records instead of a page number. */
const isOffset = (field: Pick<ReferenceField, 'name'>, real: Pick<ReferenceField, 'name' | 'kind'>) =>
  field.name === 'Page' &&
  real.kind === 'integer' &&
  /^(?:offset|skip|start(?:_?(?:index|at))?)$/i.test(real.name);

const freeOf = (theirs: readonly ReferenceField[], pairs: Pairs) => {
  const taken = new Set(pairs.values());
  return theirs.filter((field) => !taken.has(field));
};

/** Checks whether the types are compatible. Many references declare ids and dates as plain strings. */
const fits = (field: OwnField, real: ReferenceField) =>
  field.isList === real.isList &&
  (field.kind === real.kind || isVague(field, real) || (field.kind === 'unknown' && real.kind !== 'object'));

const textual = ['string', 'uuid', 'date-time', 'date'];
const isVague = (field: OwnField, real: ReferenceField) =>
  real.kind === 'string' && textual.includes(field.kind) && field.values === undefined;

const isExactly = (field: OwnField, real: ReferenceField) =>
  field.isList === real.isList && field.kind === real.kind && !['string', 'unknown'].includes(real.kind);

/** Checks whether the field of the reference contains the same data in another structure. */
const isShaped = (field: OwnField, real: ReferenceField) => shapeTaken(field, real) !== undefined;

/** Checks whether the reference may have the fields of this group at the top level. */
const isGroup = ({ kind, isList, isPresumed }: OwnField) => kind === 'object' && !isList && isPresumed;

/** Checks whether the object has arbitrary members, such as custom fields or parameters. */
const isOpen = ({ kind, isList, fields }: ReferenceField) =>
  kind === 'object' && !isList && fields === undefined;

/** Checks whether at least two and more than half of the catalogue object's fields also exist in the other object. */
function haveOneForm({ fields = [] }: OwnField, { fields: others = [] }: ReferenceField): boolean {
  const names = new Set(others.map(({ name }) => name.toLowerCase()));
  const common = fields.filter(({ name }) => names.has(name.toLowerCase())).length;
  return common >= 2 && common * 2 > fields.length;
}

/** Returns the names in the reference that the field could have, at most 20. */
const possible = (field: OwnField, free: readonly ReferenceField[]) =>
  free
    .filter((real) => fits(field, real))
    .map(({ name }) => name)
    .slice(0, 20);
