import type { Resource } from '../../contract/features/resource.ts';
import type { Area, Operation } from '../../contract/operations/operation.ts';
import { classText } from '../guards/effect.ts';
import type { CatalogueEntry } from '../input/catalogue.ts';

/**
 * Creates resources from the catalogue: a list of all operations, and a template whose resources list one area each,
 * with arguments.
 * @param entries operations that the policy allows
 */
export function operationResources(entries: readonly CatalogueEntry[]): readonly Resource[] {
  const areas = new Map<string, { readonly area: Area; readonly operations: Operation[] }>();
  for (const { area, operation } of entries) {
    const known = areas.get(area.id);
    if (known) known.operations.push(operation);
    else areas.set(area.id, { area, operations: [operation] });
  }
  const all = Array.from(areas.values(), ({ area, operations }) =>
    [`## ${area.title} (operations://${area.id})`, ...operations.map(shortLine)].join('\n'),
  ).join('\n\n');
  return [
    {
      name: 'operations',
      title: 'Operations',
      description: 'All callable operations of the service by area, one per line.',
      uri: 'operations://all',
      mimeType: 'text/plain',
      read: async () => ({ own: all }),
    },
    {
      name: 'operations-of-area',
      title: 'Operations of an area',
      description: 'The operations of one area with their arguments.',
      uri: 'operations://{area}',
      mimeType: 'text/plain',
      suggests: [...areas.keys()],
      read: async (_desk, id) => {
        const found = areas.get(id.toLowerCase());
        if (found === undefined) return undefined;
        return { own: [`## ${found.area.title}`, ...found.operations.map(longLine)].join('\n') };
      },
    },
  ];
}

const firstSentence = (text: string) => /^.*?[.:;](?=\s|$)/.exec(text)?.[0].replace(/[.:;]$/, '') ?? text;

const shortLine = (operation: Operation) =>
  `- ${operation.name} (${classText(operation)}): ${firstSentence(operation.description)}`;

function longLine(operation: Operation): string {
  const fields = Object.entries({ ...operation.params, ...operation.query, ...operation.body });
  const names = fields.map(([name, schema]) => (schema.safeParse(undefined).success ? name : `${name}*`));
  const args = names.length > 0 ? ` Arguments (* needed): ${names.join(', ')}.` : '';
  return `- ${operation.name} (${classText(operation)}): ${operation.description}${args}`;
}
