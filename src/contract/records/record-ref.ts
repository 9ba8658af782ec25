import { z } from 'zod';
import { registered } from '../operations/registered.ts';

/**
 * Kinds of records that have names or links. `tools/record-kinds.ts` adds them by declaration merging, as
 * `tools/index.ts` adds operations.
 */
export interface RecordKinds extends Record<never, never> {}
export type RecordKind = keyof RecordKinds;

/** Kind of record that an id argument refers to. */
export interface RecordRef {
  /**
   * The kind itself, or one kind for each value of the sibling argument `by`. If that argument has another value, only
   * ids are accepted.
   */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** Sibling argument with the id of the parent record, such as the dictionary that contains a value. */
  readonly within?: string;
}

/** Maximum length of a name or link that casebridge looks up, in characters. */
export const maxNameLength = 500;

const refs = z.registry<RecordRef>();

/**
 * Returns a schema for a record's id, name or link, or for a field's tag. It accepts any short string, because names
 * are resolved later.
 */
export const ref = (to: RecordRef) => z.string().max(maxNameLength).register(refs, to);

/**
 * Returns the kind of record that an argument with this schema refers to. Returns undefined for a schema that `ref` did
 * not create.
 */
export const refOf = (schema: z.ZodType): RecordRef | undefined => registered(refs, schema);
