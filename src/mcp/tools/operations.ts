import type { z } from 'zod';
import type { Area, Operation } from '../../contract/operation.ts';
import { type Refs, refsIn } from '../input/argument-refs.ts';
import { argumentsSchema } from './published-schema.ts';

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

export function createCatalogue({ load }: { readonly load: () => Promise<readonly Area[]> }): Catalogue {
  let entries: Promise<ReadonlyMap<string, CatalogueEntry>> | undefined;
  return {
    entries: () => {
      entries ??= load().then(index);
      return entries;
    },
  };
}

function index(areas: readonly Area[]): ReadonlyMap<string, CatalogueEntry> {
  return new Map(
    areas.flatMap((area) =>
      area.operations.map((operation) => {
        const schema = argumentsSchema(operation);
        return [operation.name, { operation, area, schema, refs: refsIn(schema) }];
      }),
    ),
  );
}
