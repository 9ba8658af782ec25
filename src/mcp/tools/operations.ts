import type { Area } from '../../contract/operations/operation.ts';
import { refsIn } from '../input/argument-refs.ts';
import type { Catalogue, CatalogueEntry } from '../input/catalogue.ts';
import { argumentsSchema } from './published-schema.ts';

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
