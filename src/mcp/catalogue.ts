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

export interface CatalogueOptions {
  /** Brings the operations; they are not needed for a list that was prepared. */
  readonly load: () => Promise<readonly Area[]>;
  /** The list of all operations, as it was made when the program was built. */
  readonly prepared?: readonly Tool[] | undefined;
}

export function createCatalogue({ load, prepared }: CatalogueOptions): Catalogue {
  let entries: Promise<ReadonlyMap<string, CatalogueEntry>> | undefined;
  let tools: Promise<readonly Tool[]> | undefined;
  const catalogue: Catalogue = {
    entries: () => {
      entries ??= load().then(index);
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
function publishTools(entries: Iterable<CatalogueEntry>): Tool[] {
  const publish = createPublisher();
  return Array.from(entries, ({ operation, schema }) => ({
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: publish(operation.name, schema) as Tool['inputSchema'],
    annotations: annotations[operation.access],
  }));
}

/** The same operations, of which assistants see those that `isListed` lets through. */
export function narrow(catalogue: Catalogue, isListed: (operation: Operation) => boolean): Catalogue {
  let tools: Promise<readonly Tool[]> | undefined;
  return {
    entries: catalogue.entries,
    tools: () => {
      // Not a part of the full list: there a tool may refer to one that is left out here.
      tools ??= catalogue
        .entries()
        .then((map) => publishTools([...map.values()].filter((entry) => isListed(entry.operation))));
      return tools;
    },
  };
}
