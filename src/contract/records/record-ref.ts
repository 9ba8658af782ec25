import { z } from 'zod';
import { registered } from '../operations/registered.ts';

/**
 * Kinds of records that have names or links. `tools/record-kinds.ts` adds them by declaration merging, as
 * `tools/index.ts` does with operations.
 */
export interface RecordKinds extends Record<never, never> {}
export type RecordKind = keyof RecordKinds;

/** Type of the record that an id argument refers to. */
export interface RecordRef {
  /**
   * One kind, or the kind by the value of a sibling argument. If a value has no kind, the argument accepts only ids.
   */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** Sibling argument with the id of the parent record, such as the dictionary of a value. */
  readonly within?: string;
}

/** Maximum length of a name or link that casebridge looks up, in characters. */
export const maxNameLength = 500;

const refs = z.registry<RecordRef>();

/**
 * Returns a schema for the id, name or link of a record, or the tag of a field. It accepts any short text, because
 * names are resolved in a later step.
 */
export const ref = (to: RecordRef) => z.string().max(maxNameLength).register(refs, to);

/** Returns the record type that an argument refers to. Returns undefined for other schemas. */
export const refOf = (schema: z.ZodType): RecordRef | undefined => registered(refs, schema);
