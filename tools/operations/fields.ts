import { z } from 'zod';
import {
  moreArgument,
  perhapsDay,
  perhapsMoment,
  presumed,
  type WholeDay,
} from '../../src/contract/operations/field-marks.ts';
import { type RecordKind, ref } from '../../src/contract/records/record-ref.ts';

/** This file defines arguments that several areas use, and functions that create such arguments. */

export const id = (what: string) => z.guid().describe(what);
/**
 * Returns a schema for a record's id, name or link.
 * @param what description of the argument. Default: none, because the argument's name is enough
 */
export const named = (kind: RecordKind, what?: string) =>
  ref({ kind }).describe(what === undefined ? waysFor(kind) : `${what}: ${waysFor(kind)}`);
const waysFor = (kind: RecordKind) => ways[kind] ?? 'id or name';
const ways: Readonly<Partial<Record<RecordKind, string>>> = {
  object: 'id, number or name',
  case: 'id, number or name',
  user: 'id, name or me',
};
/** Returns a schema for the id or link of a record whose kind has no names. */
export const linked = (kind: RecordKind, what: string) => ref({ kind }).describe(`${what} id or link`);
export const text = (max: number, what: string) => z.string().min(1).max(max).describe(what);
export const flag = (what: string) => z.boolean().describe(what);
/** Returns a schema for a date-time with an offset. The offset is required, because the service stores UTC. */
export const moment = (what: string) => z.iso.datetime({ offset: true }).describe(what);
/** Returns a schema for a day, or a date-time with an offset. The service stores days as midnight UTC. */
export const dayOrMoment = (what: string, mark?: WholeDay) =>
  perhapsDay(z.iso.datetime({ offset: true }), mark).describe(what);
export const day = (what: string) => z.iso.date().describe(what);
export const manyNamed = (kind: RecordKind, what: string) =>
  z.array(ref({ kind })).min(1).max(100).describe(`${what}: ids or names`);

export const objectId = named('object');
export const caseId = named('case');
export const userId = named('user');

/** Argument that requests a check for duplicates (API description, Duplicate check). */
export const checkForDuplicates = flag('true: refuse a duplicate').optional();

const anyValue = z
  .unknown()
  .refine((value) => JSON.stringify(value ?? null).length <= 100_000, 'at most 100,000 characters as JSON')
  .refine(
    isExact,
    'without numbers beyond 9007199254740991: send such in quotation marks, since they lose digits on the way',
  );
/** Checks whether JavaScript represents all whole numbers in a value exactly. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
const fieldKey = z.string().min(1).max(200);
const openObject = (what: string, key = fieldKey) =>
  z
    .record(key, anyValue)
    .refine((value) => Object.keys(value).length <= 200, 'at most 200 entries')
    .meta({ description: what, maxProperties: 200 });

/** Custom fields of an object (API description, Conventions). */
export const customFields = presumed(
  openObject(
    'Card fields by tag or title; records and dictionary values by name; several: arrays',
    ref({ kind: 'field', within: 'ObjectTypeId' }).min(1).max(200),
  ).optional(),
);
/** Additional attributes of records other than objects. */
export const attributes = presumed(openObject('By tag').optional());
/** Argument for fields that a deployment has and the API description does not mention. */
export const more = { [moreArgument]: openObject('Other fields').optional() };
/** Arguments that select a page of at most 100 items (API description, Limits). */
export const paging = {
  Page: z.int().min(1).max(100_000).optional().describe('From 1'),
  PageSize: z.int().min(1).max(100).optional().describe('At most 100'),
  ...more,
};

/**
 * Argument for fields that only the newer version of an operation documents. The older version defines types only for
 * its own fields, and passes other fields on to the service.
 */
export const moreOf = (newer: string) => ({
  [moreArgument]: openObject(`Other fields of ${newer}`).optional(),
});
export const parameters = (what: string) => openObject(what);

/** Argument with filters by field (API description, List request shape). */
export const filters = z
  .array(
    z.strictObject({
      FieldId: id('Field id, or give FieldTag').optional(),
      FieldTag: ref({ kind: 'field', within: 'ObjectTypeId' })
        .min(1)
        .describe('Field tag or name')
        .optional(),
      IsEmpty: z
        .boolean()
        .nullable()
        .optional()
        .describe('true: empty, false: filled; not together with values'),
      SearchValues: z
        .array(perhapsMoment(z.string().max(1000)))
        .max(100)
        .optional()
        .describe('Search values'),
      BeginValue: perhapsMoment(text(1000, 'Range from').optional()),
      EndValue: perhapsMoment(text(1000, 'Range to').optional()),
    }),
  )
  .max(50)
  .optional()
  .describe('Filters');

export const buttons = presumed(
  z
    .array(
      z.strictObject({
        Text: text(200, 'Label'),
        Link: text(2000, 'https address it opens'),
        OpenInNewWindow: flag('Default: account setting').optional(),
      }),
    )
    .max(10)
    .optional()
    .describe('Buttons beside Close'),
);
export const closeOnClick = presumed(flag('A button click closes it; default false').optional());
