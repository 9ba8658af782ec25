import { knownRevisions } from '../../mcp/revision.ts';
import type { CommandContext } from '../command.ts';

/** Server card for clients that have not connected (draft SEP-2127, `ServerCard`). */
export const serverCard =
  ({ info, registered }: Pick<CommandContext, 'info' | 'registered'>) =>
  (url: string): object => ({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registered.name,
    version: info.version,
    title: info.name,
    description: registered.description,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: knownRevisions }],
  });
