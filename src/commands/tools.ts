import { completeSchema } from '../mcp/schema.ts';
import { type Command, print } from './command.ts';

/** `casebridge tools [--json]`: the catalogue. */
export const tools: Command = {
  usage: 'tools',
  help: 'Lists the tools, one for each operation of the API.',
  flags: { json: { type: 'boolean', help: 'Prints them as JSON, with routes and schemas.' } },
  run: async ({ toolbox, flags: { json } }) => {
    const { toolsets, everyday } = await toolbox.arrangement();
    const isEveryday = ({ name }: { name: string }) => everyday.includes(name);
    const toolsetOf = ({ id }: { id: string }) =>
      Object.keys(toolsets).find((name) => toolsets[name]?.includes(id)) ?? '';
    const toolsetWidth = Math.max(...Object.keys(toolsets).map((name) => name.length));
    const entries = [...(await toolbox.catalogue.entries()).values()];
    if (!json) {
      const width = Math.max(...entries.map(({ operation }) => operation.name.length));
      for (const { operation, area } of entries)
        print(
          `${operation.name.padEnd(width)}  ${operation.access.padEnd(6)}  ${toolsetOf(area).padEnd(toolsetWidth)}  ${isEveryday(operation) ? '*' : ' '}  ${operation.title}`,
        );
      print('By name, access, toolset, and a star for those that are listed every day.');
      print(`${entries.length} tools`);
      return 0;
    }
    const listed = entries.map(({ operation, area, schema }) => ({
      name: operation.name,
      title: operation.title,
      area: area.id,
      toolset: toolsetOf(area),
      everyday: isEveryday(operation),
      access: operation.access,
      ...(operation.risk ? { risk: operation.risk } : {}),
      method: operation.method,
      path: operation.path ?? null,
      ...(operation.aliases ? { aliases: operation.aliases } : {}),
      description: operation.description,
      inputSchema: completeSchema(schema),
    }));
    print(JSON.stringify(listed, null, 2));
    return 0;
  },
};
