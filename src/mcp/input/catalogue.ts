import type { z } from 'zod';
import type { Area, Operation } from '../../contract/operations/operation.ts';
import type { Refs } from './argument-refs.ts';

/** An operation with everything that a call to it needs. */
export interface CatalogueEntry {
  readonly operation: Operation;
  readonly area: Area;
  readonly schema: z.ZodObject;
  readonly refs: Refs | undefined;
}

/** All operations of the catalogue. They are created on first use. */
export interface Catalogue {
  /** Entries by operation name, in the order of the API description. */
  readonly entries: () => Promise<ReadonlyMap<string, CatalogueEntry>>;
}
