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

/** All operations by tool name, and the list that assistants get, made once. */
export interface Catalogue {
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly tools: readonly Tool[];
}

export function createCatalogue(areas: readonly Area[]): Catalogue {
  const publish = createPublisher();
  const entries = new Map<string, CatalogueEntry>();
  const tools: Tool[] = [];
  for (const area of areas)
    for (const operation of area.operations) {
      const schema = argumentsSchema(operation);
      entries.set(operation.name, { operation, area, schema });
      tools.push({
        name: operation.name,
        title: operation.title,
        description: operation.description,
        inputSchema: publish(operation.name, schema) as Tool['inputSchema'],
        annotations: annotations[operation.access],
      });
    }
  return { entries, tools };
}
