import { element } from './element.ts';
import { connectHost, type Host, type ShownResult } from './host.ts';
import { failure } from './parts.ts';
import { type CardReader, takeOn, zoneOf } from './reader.ts';
import { wordsWith } from './server-words.ts';

export interface Drawing {
  readonly reader: CardReader;
  readonly host: Host;
  /** What the tool was called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Asks the tool of the card once more, for what has changed, or with other arguments; false where it gave no answer. */
  readonly again: (args?: Drawing['input']) => Promise<boolean>;
}

type Draw = (result: ShownResult, drawing: Drawing) => Node | undefined;

/**
 * Begins a card, and draws it whenever there is a result.
 * @param draw undefined where there is nothing to show: the card takes no room then
 * @param toolOf which tool a result is of, where the card can ask it again
 */
export function startCard(
  name: string,
  draw: Draw,
  toolOf: (result: ShownResult) => string = () => '',
): void {
  const main = element('main', {});
  document.body.append(main);
  let reader: CardReader = takeOn({});
  let input: Drawing['input'] = {};
  let last: ShownResult | undefined;
  let zone: string | undefined;
  const ask = async (args: Drawing['input'] = input) => {
    const tool = last && toolOf(last);
    if (!tool) return undefined;
    const more = zone === undefined ? {} : { time_zone: zone };
    const result = await host.call(tool, { ...args, ...more }).catch(() => undefined);
    return result?.isError === true ? undefined : result;
  };
  const again = async (args: Drawing['input'] = input) => {
    const result = await ask(args);
    if (result === undefined) return false;
    input = args;
    show(result);
    return true;
  };
  /** Nothing changes under the hands of somebody who uses the card already. */
  const inOwnTime = async () => {
    const result = await ask();
    if (result && !main.contains(document.activeElement)) show(result);
  };
  const show = (result: ShownResult) => {
    last = result;
    const drawn = draw(result, { reader: { ...reader, words: wordsWith(result) }, host, input, again });
    main.replaceChildren(...(drawn ? [drawn] : []));
    document.body.hidden = drawn === undefined;
    // A day begins elsewhere for a reader elsewhere: only the lookup knows what falls into it.
    const { time_zone: spoken } = (result.structuredContent ?? {}) as { readonly time_zone?: unknown };
    if (reader.timeZone === undefined || typeof spoken !== 'string' || 'time_zone' in input) return;
    if (zoneOf(spoken) === undefined || spoken === reader.timeZone || zone === reader.timeZone) return;
    zone = reader.timeZone;
    void inOwnTime();
  };
  const host = connectHost(name, {
    contextChanged: (context) => {
      const before = reader;
      reader = takeOn(context);
      // Looks change by themselves; what was answered in a card stays.
      if (last !== undefined && (before.language !== reader.language || before.timeZone !== reader.timeZone))
        show(last);
    },
    called: (args) => {
      input = args;
    },
    shown: show,
    cancelled: () => show({}),
  });
}

/** The same for the structured part of a lookup. */
export function startLookup<Data>(
  name: string,
  toolOf: string | ((data: Data) => string),
  draw: (data: Data, drawing: Drawing) => Node | undefined,
): void {
  const dataOf = ({ structuredContent }: ShownResult) => structuredContent as Data | undefined;
  startCard(
    name,
    (result, drawing) => {
      const data = dataOf(result);
      return data === undefined ? failure(result, drawing.reader) : draw(data, drawing);
    },
    (result) => {
      const data = dataOf(result);
      return data === undefined ? '' : typeof toolOf === 'string' ? toolOf : toolOf(data);
    },
  );
}
