import type { Tool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Area, Operation } from '../contract/operation.ts';
import { annotations } from './annotations.ts';
import { argumentsSchema, createPublisher } from './schema.ts';

/** An operation ready to be called. */
export interface CatalogueEntry {
  readonly operation: Operation;
  readonly area: Area;
  readonly schema: z.ZodObject;
}

/** All operations, and the list that assistants get; each is made once, when first needed. */
export interface Catalogue {
  readonly tools: () => Promise<readonly Tool[]>;
  /** By tool name, in the order of the list. */
  readonly entries: () => Promise<ReadonlyMap<string, CatalogueEntry>>;
}

/**
 * @param loadAreas brings the operations; they are not needed for a list that was prepared
 * @param prepared the list as `publishTools` made it when the program was built
 */
export function createCatalogue(
  loadAreas: () => Promise<readonly Area[]>,
  prepared?: readonly Tool[],
): Catalogue {
  let entries: Promise<ReadonlyMap<string, CatalogueEntry>> | undefined;
  let tools: Promise<readonly Tool[]> | undefined;
  const catalogue: Catalogue = {
    entries: () => {
      entries ??= loadAreas().then(index);
      return entries;
    },
    tools: () => {
      tools ??= prepared
        ? Promise.resolve(prepared)
        : catalogue.entries().then((map) => publishTools(map.values()));
      return tools;
    },
  };
  return catalogue;
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

/** The list of tools as assistants get it. */
export function publishTools(entries: Iterable<CatalogueEntry>): Tool[] {
  const publish = createPublisher();
  return Array.from(entries, ({ operation, schema }) => ({
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: publish(operation.name, schema) as Tool['inputSchema'],
    annotations: annotations[operation.access],
  }));
}
