import { catalogue } from '../../tools/index.ts';

/** Access of each operation, by its name. */
export const operationsByName: ReadonlyMap<string, string> = new Map(
  catalogue.flatMap(({ operations }) => operations.map(({ name, access }) => [name, access] as const)),
);
