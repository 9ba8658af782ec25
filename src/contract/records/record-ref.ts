import { z } from 'zod';
import { registered } from '../operations/registered.ts';

/**
 * Kinds of records that people call by a name or reach by a link. `tools/record-kinds.ts` adds them here, by merging
 * declarations, as the catalogue does with its operations.
 */
export interface RecordKinds extends Record<never, never> {}
export type RecordKind = keyof RecordKinds;

/** What an id argument identifies. */
export interface RecordRef {
  /** One kind, or the kind by the value of the argument beside it; a value without a kind takes ids only. */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** The argument beside it that holds the id of what the record belongs to, such as the dictionary of a value. */
  readonly within?: string;
}

/** Longest name or link that is looked up, in characters. */
export const maxNameLength = 500;

const refs = z.registry<RecordRef>();

/**
 * The id of a record, in whose place a name or a link will do; or the tag of a field. The schema takes any text that is
 * short enough: whether it is an id, and which one a name stands for, is settled where names are resolved.
 */
export const ref = (to: RecordRef) => z.string().max(maxNameLength).register(refs, to);

/** What an argument identifies; undefined for what is not made by `ref`. */
export const refOf = (schema: z.ZodType): RecordRef | undefined => registered(refs, schema);
