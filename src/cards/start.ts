import { element } from './element.ts';
import { connectHost, type Host, type ShownResult } from './host.ts';
import { type CardReader, takeOn } from './reader.ts';

export interface Drawing {
  readonly reader: CardReader;
  readonly host: Host;
}

/**
 * Begins a card, and draws it whenever there is a result.
 * @param draw undefined where there is nothing to show: the card takes no room then
 */
export function startCard(
  name: string,
  draw: (result: ShownResult, drawing: Drawing) => Node | undefined,
): void {
  const main = element('main', {});
  document.body.append(main);
  let reader: CardReader = takeOn({});
  let last: ShownResult | undefined;
  const show = (result: ShownResult) => {
    last = result;
    const drawn = draw(result, { reader, host });
    main.replaceChildren(...(drawn ? [drawn] : []));
    document.body.hidden = drawn === undefined;
  };
  const host = connectHost(name, {
    contextChanged: (context) => {
      const before = reader;
      reader = takeOn(context);
      // Looks change by themselves; what was answered in a card stays.
      if (last !== undefined && (before.language !== reader.language || before.timeZone !== reader.timeZone))
        show(last);
    },
    shown: show,
    cancelled: () => show({}),
  });
}
