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
  /** Arguments of the tool call. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Repeats the tool call of the card, optionally with other arguments. Resolves to false if it returned no result. */
  readonly again: (args?: Drawing['input']) => Promise<boolean>;
}

const say = speak({ again: 'Try again | Повторить' });

type Draw = (result: ShownResult, drawing: Drawing) => Node | undefined;

/**
 * Starts a card and renders it for each result.
 * @param draw returns undefined if there is nothing to show; the card is then hidden
 * @param toolOf tool that the card can call again; empty if there is none
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
  /** Repeats the call. Keeps the old content if the user is already using the card. */
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
    // If the result uses a different time zone from the user's, its days begin at different times. Repeat the call,
    // because only the workflow can assign entries to the user's days.
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
      // A new theme takes effect without rendering the card again. Render it again only for another language or time
      // zone, because this discards the answers that the card shows.
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
 * Starts a card for the structured results of a workflow.
 * @param draw its `facts` are empty if the host does not forward them
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
      if (data === undefined)
        return failure(result, drawing.reader, drawing.input, tryAgain(result, drawing));
      return draw(data, drawing, (result._meta?.[factsKey] ?? {}) as Partial<Facts>);
    },
    () => tool,
  );
}

const tryAgain = (result: ShownResult, { reader, again }: Drawing): HTMLElement | undefined =>
  mayPass(result) ? button({ class: 'b' }, () => void again(), say(reader, 'again')) : undefined;
