import { type CardFacts, factsKey } from '../contract/features/card-facts.ts';
import { button, element } from './element.ts';
import { failure, mayPass } from './foot.ts';
import { connectHost, type Host, type ShownResult } from './host.ts';
import { readMoment } from './moments.ts';
import { type CardReader, speak, takeOn, zoneOf } from './reader.ts';
import { wordsWith } from './server-words.ts';

export interface Drawing {
  readonly reader: CardReader;
  readonly host: Host;
  /** What the tool was called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Asks the tool of the card once more, for what has changed, or with other arguments; false where it gave no answer. */
  readonly again: (args?: Drawing['input']) => Promise<boolean>;
}

const say = speak({ again: 'Try again | Повторить' });

type Draw = (result: ShownResult, drawing: Drawing) => Node | undefined;

/**
 * Begins a card, and draws it whenever there is a result.
 * @param draw undefined where there is nothing to show: the card takes no room then
 * @param toolOf the tool that the card can ask again; empty if it cannot
 */
export function startCard(name: string, draw: Draw, toolOf: () => string = () => ''): void {
  const main = element('main', {});
  document.body.append(main);
  let reader: CardReader = takeOn({});
  let input: Drawing['input'] = {};
  let last: ShownResult | undefined;
  let zone: string | undefined;
  const ask = async (args: Drawing['input'] = input) => {
    const tool = toolOf();
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
    const { now } = (result.structuredContent ?? {}) as { readonly now?: string };
    const today = readMoment(now)?.day;
    const drawn = draw(result, {
      reader: { ...reader, words: wordsWith(result), today },
      ...{ host, input, again },
    });
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

/**
 * The same for the structured part of the answers of a lookup.
 * @param draw its facts are empty where the host does not hand them on
 */
export function startLookup<Data, Facts extends CardFacts>(
  name: string,
  tool: string,
  draw: (data: Data, drawing: Drawing, facts: Partial<Facts>) => Node | undefined,
): void {
  startCard(
    name,
    (result, drawing) => {
      const data = result.structuredContent as Data | undefined;
      if (data === undefined) return failure(result, drawing.reader, tryAgain(result, drawing));
      return draw(data, drawing, (result._meta?.[factsKey] ?? {}) as Partial<Facts>);
    },
    () => tool,
  );
}

const tryAgain = (result: ShownResult, { reader, again }: Drawing): HTMLElement | undefined =>
  mayPass(result) ? button({ class: 'b' }, () => void again(), say(reader, 'again')) : undefined;
