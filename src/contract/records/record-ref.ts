import { z } from 'zod';
import { registered } from '../operations/registered.ts';

/** Kinds of records, which `tools/record-kinds.ts` adds by declaration merging. */
export interface RecordKinds extends Record<never, never> {}
export type RecordKind = keyof RecordKinds;

/** Kind of record that an id argument refers to. */
export interface RecordRef {
  /**
   * The kind, or kinds by the value of the argument `by`. For any other value of `by`, the argument accepts only ids.
   */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** Sibling argument with the id of the parent record, such as the dictionary that contains a value. */
  readonly within?: string;
}

/** Maximum length of a name or link that casebridge looks up, in characters. */
export const maxNameLength = 500;

const refs = z.registry<RecordRef>();

/** Returns a schema for an id, name or link. Names are resolved later, so it accepts any string. */
export const ref = (to: RecordRef) => z.string().max(maxNameLength).register(refs, to);

/** Returns the kind from `ref`. Returns undefined for any other schema. */
export const refOf = (schema: z.ZodType): RecordRef | undefined => registered(refs, schema);
