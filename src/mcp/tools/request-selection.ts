import { parseChanges, type Surface, surfaces, type ToolSelection, wordsOf } from './tool-selection.ts';

export interface HeaderSource {
  get(name: string): string | null;
}

/** Error for a request that selects something which does not exist. */
export interface InvalidSelection {
  readonly wrong: string;
}

/** For each setting, the HTTP header and the query parameter that a request can use. */
const places = {
  surface: ['x-casebridge-surface', 'surface'],
  toolsets: ['x-casebridge-toolsets', 'toolsets'],
  tools: ['x-casebridge-tools', 'tools'],
  readOnly: ['x-casebridge-read-only', 'read_only'],
} as const;

/**
 * Reads a request's tool selection from its headers or its query. If a header and the query both specify the surface or
 * the toolsets, the header takes precedence. Whether the names exist is checked later.
 * @returns undefined if the request selects nothing
 */
export function requestSelectionOf(
  headers: HeaderSource,
  address: string,
): ToolSelection | InvalidSelection | undefined {
  const query = address.split('?', 2)[1];
  // Do not parse without a query, because most addresses have none.
  const parameters = query === undefined ? undefined : new URLSearchParams(query);
  const read = ([header, parameter]: (typeof places)[keyof typeof places]) => {
    const given = parameters?.getAll(parameter) ?? [];
    return [headers.get(header), given.length > 0 ? given.join(',') : null].filter((one) => one !== null);
  };
  const [surface] = read(places.surface);
  const [toolsets] = read(places.toolsets);
  const tools = read(places.tools);
  const readOnly = read(places.readOnly);
  if (surface === undefined && toolsets === undefined && tools.length + readOnly.length === 0)
    return undefined;
  if (surface !== undefined && !isSurface(surface)) return wrong('surface', surface, surfaces);
  const notSwitch = readOnly.find((value) => !Object.hasOwn(switches, value.toLowerCase()));
  if (notSwitch !== undefined) return wrong('read_only', notSwitch, Object.keys(switches));
  return {
    surface,
    toolsets: toolsets === undefined ? undefined : wordsOf(toolsets),
    ...parseChanges(tools.join(',')),
    readOnly: readOnly.some((value) => switches[value.toLowerCase()]),
  };
}

/** Values of the switch `read_only`. An empty value (`?read_only`) means true. */
const switches: Readonly<Record<string, boolean>> = { true: true, 1: true, '': true, false: false, 0: false };

const isSurface = (word: string): word is Surface => surfaces.some((known) => known === word);

const wrong = (name: string, value: string, known: readonly string[]): InvalidSelection => ({
  wrong: `${name} ${JSON.stringify(value.slice(0, 80))} is unknown; available: ${known.filter(Boolean).join(', ')}`,
});
