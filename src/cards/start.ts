import { element } from './element.ts';
import { connectHost, type Host, type ToolResult } from './host.ts';
import { type Reader, takeOn } from './reader.ts';

export interface Drawing {
  readonly reader: Reader;
  readonly host: Host;
}

/**
 * Begins a card, and draws it whenever there is a result.
 * @param draw undefined where there is nothing to show: the card takes no room then
 */
export function startCard(
  name: string,
  draw: (result: ToolResult, drawing: Drawing) => Node | undefined,
): void {
  const main = element('main', {});
  document.body.append(main);
  let reader: Reader = takeOn({});
  let last: ToolResult | undefined;
  const show = (result: ToolResult) => {
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
