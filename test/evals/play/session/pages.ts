import type { ToolAnswer } from '../../../support/clients/harness.ts';

/** Maximum number of characters per page, because shells and models truncate longer outputs. */
const pageLength = 20_000;

/**
 * Returns one page of a text.
 * @param next returns the command that prints another page
 */
export function pageOf(text: string, page: number, next: (page: number) => string): string {
  const letters = Array.from(text);
  const pages = Math.max(1, Math.ceil(letters.length / pageLength));
  if (page < 1 || page > pages) return `There is no page ${page}. The last one is ${pages}.`;
  const part = letters.slice((page - 1) * pageLength, page * pageLength).join('');
  return page === pages ? part : `${part}\n--- ${pages - page} more pages, the next with ${next(page + 1)}`;
}

const bytesOf = (base64 = ''): number => Math.floor((base64.length * 3) / 4);

/** Returns a tool result as text for a model. Content other than text is replaced by a line that describes it. */
export function readByModel({ content, structuredContent }: ToolAnswer): string {
  if (content.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return content
    .map(({ type, text, data, mimeType, resource }) => {
      if (text !== undefined) return text;
      const { uri, mimeType: kind = mimeType, blob = data } = resource ?? {};
      return `[${[type, kind, uri].filter(Boolean).join(' ')}, ${bytesOf(blob)} bytes]`;
    })
    .join('\n');
}

/** Tool in a client's tool list. */
export interface ListedTool {
  readonly name: string;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
}

/** Returns tools in the format in which models receive them. */
export const toolsForModel = (tools: readonly ListedTool[]): object[] =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
