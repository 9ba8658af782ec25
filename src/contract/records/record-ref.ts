import { z } from 'zod';
import { registered } from '../operations/registered.ts';

/**
 * Kinds of records with names or links. `tools/record-kinds.ts` adds them here by declaration merging, as the catalogue
 * does with its operations.
 */
export interface RecordKinds extends Record<never, never> {}
export type RecordKind = keyof RecordKinds;

/** Record to which an id argument refers. */
export interface RecordRef {
  /** One kind; or the kind by the value of a sibling argument. A value without a kind accepts only ids. */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** Sibling argument with the id of the parent record, such as the dictionary of a value. */
  readonly within?: string;
}

/** Longest name or link that is looked up, in characters. */
export const maxNameLength = 500;

const refs = z.registry<RecordRef>();

/**
 * Returns a schema for the id, name or link of a record, or the tag of a field. It accepts any short text, because
 * names are resolved in a later step.
 */
export const ref = (to: RecordRef) => z.string().max(maxNameLength).register(refs, to);

/** Returns the record to which an argument refers. Returns undefined for other schemas. */
export const refOf = (schema: z.ZodType): RecordRef | undefined => registered(refs, schema);
