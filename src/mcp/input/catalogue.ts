import type { z } from 'zod';
import type { Area, Operation } from '../../contract/operations/operation.ts';
import type { Refs } from './argument-refs.ts';

/** An operation ready to be called. */
export interface CatalogueEntry {
  readonly operation: Operation;
  readonly area: Area;
  readonly schema: z.ZodObject;
  /** Where its arguments refer to records. */
  readonly refs: Refs | undefined;
}

/** All operations; made when first needed. */
export interface Catalogue {
  /** By tool name, in the order of the API's description. */
  readonly entries: () => Promise<ReadonlyMap<string, CatalogueEntry>>;
}
