import type { Arguments, Draft, Sent } from '../../../api/client/build-request.ts';
import { LossError } from '../../../contract/errors.ts';
import type { OperationNames, TakenField, TakenFields } from '../../../contract/operations/deployment.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import { type Operation, writesWhole } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import {
  type FoundField,
  fieldCalled,
  fieldStem,
  idIn,
  isBookkeeping,
  isEmptyValue,
  isIdName,
  recordIn,
} from '../../../json/record-value.ts';
import { mayLoseAll } from '../replaced-lists.ts';
import { type InForm, inForm } from './in-form.ts';
import { enriched, mergedEntries, mergedGroup } from './merge-given.ts';
import { inOwnForm } from './own-form.ts';

/** A change, with the data that is needed to complete its request. */
export interface Carrying {
  readonly operation: Operation;
  readonly given: Arguments;
  /** Response of the operation's `target`, as the service returned it. */
  readonly answer: unknown;
  readonly names: OperationNames | undefined;
}

/**
 * Adds to a draft all record values that the request would otherwise clear, as the service returned them. If the
 * OpenAPI description of the service lists the fields of the request, these fields are added. Otherwise the catalogue's
 * fields are added, and all other fields of the record under their own names, because the service may accept them.
 * @throws LossError if a record value cannot be converted to the structure that the request requires
 */
export function carriedOver(draft: Draft, carrying: Carrying): Draft {
  const { operation, given, names = {} } = carrying;
  const record = recordIn(carrying.answer);
  if (record === undefined || draft.body === undefined || !writesWhole(operation)) return draft;
  const change = new CarriedChange(draft.body, record, { ...carrying, names });
  if (names.takes === undefined) change.carryKnown();
  else change.carryTaken(names.takes);
  const unfit = mayLoseAll(given) ? [] : change.unfit;
  if (unfit.length > 0) throw new LossError(refusalOf(operation, unfit));
  return { ...draft, body: change.body };
}

class CarriedChange {
  /** Request fields whose value in the record does not have the required structure. */
  readonly unfit: string[] = [];
  readonly #sent: Map<string, Sent>;
  readonly #given: ReadonlySet<string>;
  readonly #record: Row;
  readonly #of: Carrying & { readonly names: OperationNames };

  constructor(body: readonly Sent[], record: Row, of: Carrying & { readonly names: OperationNames }) {
    this.#sent = new Map(body.map((one) => [bound(one.name), one]));
    this.#record = record;
    this.#of = of;
    const isGiven = ({ argument }: Sent) => argument === moreArgument || of.given[argument] !== undefined;
    this.#given = new Set(
      body.filter(isGiven).flatMap(({ argument, name }) => [fieldStem(argument), fieldStem(name)]),
    );
  }

  get body(): readonly Sent[] {
    return [...this.#sent.values()];
  }

  /** Adds the fields that the OpenAPI description of the service lists for the request. */
  carryTaken(takes: TakenFields): void {
    const missing = new Map<string, string>();
    const carried = new Set<string>();
    for (const [name, field] of Object.entries(takes)) {
      const argument = this.#argumentOf(name);
      if (this.#isMeantToGo(argument)) continue;
      const found = this.#shown(argument, name, takes);
      if (found === undefined || isEmptyValue(found.value)) continue;
      const sent = this.#sent.get(bound(name));
      if (this.#given.has(fieldStem(name)) || this.#given.has(fieldStem(argument))) {
        if (sent !== undefined) this.#laidOver(sent, found, field);
        continue;
      }
      const written = inForm(found, name, field) ?? this.#undescribed(argument, found, field);
      if (written !== undefined) {
        this.#set(argument, name, written.value);
        carried.add(fieldStem(name));
      } else if (sent !== undefined) carried.add(fieldStem(name));
      else missing.set(name, fieldStem(name));
    }
    for (const [name, stem] of missing) if (!carried.has(stem)) this.unfit.push(this.#argumentOf(name));
  }

  /** Adds the catalogue's fields, and all other fields of the record under their own names. */
  carryKnown(): void {
    const { operation, names } = this.#of;
    const known = new Set<string>();
    const { params, query, body, keeps } = operation;
    for (const argument of Object.keys({ ...params, ...query, ...body, ...keeps })) {
      const name = names.names?.[argument] ?? argument;
      for (const one of this.#namesOf(argument, name)) known.add(fieldStem(one));
    }
    for (const argument of Object.keys(operation.keeps ?? {})) this.#carryArgument(argument);
    for (const [name, value] of Object.entries(this.#record)) {
      if (isEmptyValue(value) || isBookkeeping(name) || known.has(fieldStem(name))) continue;
      if (this.#sent.has(bound(name))) continue;
      this.#sent.set(bound(name), { argument: moreArgument, name, value, carried: 'likely' });
    }
  }

  #carryArgument(argument: string): void {
    const { names, operation } = this.#of;
    const schema = operation.body?.[argument];
    const name = names.names?.[argument] ?? argument;
    if (this.#isMeantToGo(argument)) return;
    const found = fieldCalled(this.#record, this.#namesOf(argument, name));
    if (found === undefined || isEmptyValue(found.value)) return;
    const sent = this.#sent.get(bound(name));
    if (sent !== undefined) this.#sent.set(bound(name), enriched(sent, found.value));
    if (sent !== undefined || this.#given.has(fieldStem(argument))) return;
    // Try the arguments of other versions of the operation, because this version may accept them too.
    const written = schema ? inOwnForm(argument, schema, found) : asReference(argument, found.value);
    if (written === undefined) this.unfit.push(argument);
    else this.#set(argument, name, written.value, schema ? 'known' : 'likely');
  }

  /** Converts a value as the catalogue describes it, if the OpenAPI description lists the field without a type. */
  #undescribed(argument: string, found: FoundField, { kind }: TakenField): InForm {
    const schema = this.#of.operation.body?.[argument];
    return kind === 'unknown' && schema !== undefined ? inOwnForm(argument, schema, found) : undefined;
  }

  /** Completes a group or list that the caller passed: the group, or each entry, gets the record's other fields. */
  #laidOver(sent: Sent, found: FoundField, field: TakenField): void {
    const { keeps, replaces } = this.#of.operation;
    const isKept = Object.hasOwn({ ...keeps, ...replaces }, sent.argument);
    if (!isKept || field.kind !== 'object') return;
    const { value } = sent;
    if (Array.isArray(value) && Array.isArray(found.value) && field.fields !== undefined)
      this.#sent.set(bound(sent.name), { ...sent, value: mergedEntries(value, found.value, field.fields) });
    if (isRow(value) && isRow(found.value))
      this.#sent.set(bound(sent.name), { ...sent, value: mergedGroup(value, found.value, field) });
  }

  #set(argument: string, name: string, value: unknown, carried: Sent['carried'] = 'known'): void {
    const own = Object.hasOwn(this.#of.operation.body ?? {}, argument) ? argument : moreArgument;
    const sent = this.#sent.get(bound(name));
    this.#sent.set(bound(name), { argument: own, name: sent?.name ?? name, value, carried });
  }

  /**
   * Checks whether a field must not be carried over. This is so if the removal of its value is reported or confirmed,
   * or if the field only controls the change. It is also so for fields that identify the record or belong to the
   * service's bookkeeping.
   */
  #isMeantToGo(argument: string): boolean {
    const { loses, stores, target } = this.#of.operation;
    const names = [...(loses?.whole ?? []), ...(stores?.without ?? []), ...Object.values(target?.args ?? {})];
    return names.some((one) => fieldStem(one) === fieldStem(argument)) || isBookkeeping(argument);
  }

  #argumentOf(name: string): string {
    const { operation, names } = this.#of;
    const own = Object.keys(operation.body ?? {});
    return own.find((argument) => bound(names.names?.[argument] ?? argument) === bound(name)) ?? name;
  }

  /** Returns the names under which the record may contain an argument. */
  #namesOf(argument: string, name: string): readonly string[] {
    const { operation, names } = this.#of;
    const own = operation.keeps?.[argument] ?? operation.stores?.names?.[argument] ?? argument;
    const stem = own.replace(/Ids?$/, '');
    const real = [own, stem].flatMap((one) => names.shows?.[one] ?? []);
    return [...real, name, own, argument];
  }

  #shown(argument: string, name: string, takes: TakenFields): FoundField | undefined {
    const names = this.#namesOf(argument, name);
    return fieldCalled(this.#record, names) ?? this.#nested(names, takes);
  }

  /** Searches for the field in those groups of the record that the request does not contain. */
  #nested(names: readonly string[], takes: TakenFields): FoundField | undefined {
    const taken = new Set(Object.keys(takes).map(fieldStem));
    const groups = Object.entries(this.#record).flatMap(([key, value]) =>
      isRow(value) && idIn(value) === undefined && !taken.has(fieldStem(key)) ? [value] : [],
    );
    const [found, other] = groups.flatMap((group) => fieldCalled(group, names) ?? []);
    return other === undefined ? found : undefined;
  }
}

/** Converts a reference to its id if the name shows that the field contains an id. */
function asReference(name: string, value: unknown): InForm {
  const id = isIdName(name) && isRow(value) ? idIn(value) : undefined;
  return { value: id ?? value };
}

/** Normalizes a field name, because services ignore the letter case of names. */
const bound = (name: string) => name.toLowerCase();

const refusalOf = ({ target }: Operation, unfit: readonly string[]) =>
  `Nothing was sent. The service replaces the whole record, and ${target?.tool} shows a value of ${unfit.join(', ')} that cannot be sent back in the format of the request. Pass ${unfit.length === 1 ? 'this argument' : 'these arguments'} in the call; if the user agrees to lose the current value, send ${dropArgument} ["all"].`;
