import { parseChanges, type Surface, surfaces, type ToolSelection, wordsOf } from './tool-selection.ts';

/** The headers of a request, as far as they are asked for. */
export interface HeaderSource {
  get(name: string): string | null;
}

/** Why a request is not answered: it asks for something that does not exist. */
export interface InvalidSelection {
  readonly wrong: string;
}

/** The header and the parameter of the address that say the same. */
const places = {
  surface: ['x-casebridge-surface', 'surface'],
  toolsets: ['x-casebridge-toolsets', 'toolsets'],
  tools: ['x-casebridge-tools', 'tools'],
  readOnly: ['x-casebridge-read-only', 'read_only'],
} as const;

/**
 * What one HTTP request wants to see, and to leave out, by its headers or the parameters of its address; the header
 * wins where one value is possible. Names are checked later, by whoever knows them.
 * @returns undefined where it says nothing about that
 */
export function requestSelectionOf(
  headers: HeaderSource,
  address: string,
): ToolSelection | InvalidSelection | undefined {
  const query = address.split('?', 2)[1];
  // Most addresses have none.
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

/** An empty parameter, `?read_only`, switches on. */
const switches: Readonly<Record<string, boolean>> = { true: true, 1: true, '': true, false: false, 0: false };

const isSurface = (word: string): word is Surface => surfaces.some((known) => known === word);

const wrong = (name: string, value: string, known: readonly string[]): InvalidSelection => ({
  wrong: `${name} ${JSON.stringify(value.slice(0, 80))} is unknown: known are ${known.filter(Boolean).join(', ')}`,
});
