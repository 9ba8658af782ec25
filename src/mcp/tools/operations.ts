import type { z } from 'zod';
import type { Area, Operation } from '../../contract/operation.ts';
import { argumentsSchema } from './published-schema.ts';

/** An operation ready to be called. */
export interface CatalogueEntry {
  readonly operation: Operation;
  readonly area: Area;
  readonly schema: z.ZodObject;
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
      area.operations.map((operation) => [
        operation.name,
        { operation, area, schema: argumentsSchema(operation) },
      ]),
    ),
  );
}
