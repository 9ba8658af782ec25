import type { z } from 'zod';
import type { Area, Operation } from '../../contract/operations/operation.ts';
import type { Refs } from './argument-refs.ts';

/** An operation with its schema, ready to be called. */
export interface CatalogueEntry {
  readonly operation: Operation;
  readonly area: Area;
  readonly schema: z.ZodObject;
  /** Positions of record references in its arguments. */
  readonly refs: Refs | undefined;
}

/** All operations, created on first use. */
export interface Catalogue {
  /** Entries by tool name, in the order of the API description. */
  readonly entries: () => Promise<ReadonlyMap<string, CatalogueEntry>>;
}
