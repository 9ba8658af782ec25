import type { Area } from '../../contract/operations/operation.ts';
import { lazy } from '../../util/lazy.ts';
import { refsIn } from '../input/argument-refs.ts';
import type { Catalogue, CatalogueEntry } from '../input/catalogue.ts';
import { argumentsSchema } from './published-schema.ts';

export const createCatalogue = ({ load }: { readonly load: () => Promise<readonly Area[]> }): Catalogue => ({
  entries: lazy(async () => index(await load())),
});

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
