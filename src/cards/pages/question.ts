import { bdi, element } from '../element.ts';
import type { Host, ShownResult } from '../host.ts';
import { forPeople, openButton, reasons, spoken } from '../parts.ts';
import { questionIn, questionView } from '../question-view.ts';
import { type CardReader, speak } from '../reader.ts';
import { notesBehind, saidBy } from '../said.ts';
import { startCard } from '../start.ts';

const say = speak({
  done: { en: 'Done', ru: 'Сделано' },
  failed: { en: 'It was not done', ru: 'Не сделано' },
  more: { en: 'What there is to know', ru: 'Что нужно знать' },
});

interface Changed {
  readonly Name?: unknown;
  readonly Number?: unknown;
  readonly Url?: unknown;
}

/** Asks. Hosts open it for every answer of a tool that may ask: where nobody had to be, it says in a line what was done. */
startCard('question', (result, { reader, host, input }) => {
  const asked = questionIn(result);
  if (asked) return questionView(asked, reader, host);
  return result.content === undefined ? undefined : outcome(result, input, reader, host);
});

function outcome(
  result: ShownResult,
  input: Readonly<Record<string, unknown>>,
  reader: CardReader,
  host: Host,
): HTMLElement {
  const texts = saidBy(result);
  if (result.isError)
    return element(
      'article',
      { class: 'outcome' },
      element('h1', { class: 'status bad' }, say(reader, 'failed')),
      ...reasons(result, reader),
    );
  const { Name, Number: number, Url } = changedIn(texts[0], input);
  const [name, ...more] = [Name, number].filter((one) => typeof one === 'string' && one !== '') as string[];
  const notes = forPeople(notesBehind(result), reader);
  return element(
    'article',
    { class: 'outcome' },
    element(
      'h1',
      { class: 'status' },
      element('span', { class: 'good' }, `${say(reader, 'done')}${name === undefined ? '.' : ': '}`),
      name && bdi(name),
      more.length > 0 ? element('span', { class: 'dim' }, ' · ', bdi(more.join(' · '))) : undefined,
    ),
    // Addresses of the API are none for people.
    typeof Url === 'string' && !/\/api\//i.test(Url) ? openButton(Url, reader, host) : undefined,
    notes.length > 0
      ? element(
          'details',
          {},
          element('summary', {}, say(reader, 'more')),
          ...notes.map((one) => spoken(one, reader)),
        )
      : undefined,
  );
}

/** The record as the service answered with it, else what it was to be called. */
function changedIn(text: string | undefined, input: Readonly<Record<string, unknown>>): Changed {
  try {
    const answer = JSON.parse(text ?? '') as Changed | null;
    if (typeof answer === 'object' && typeof answer?.Name === 'string') return answer;
  } catch {
    // An answer without a record, or one that was cut.
  }
  const passedOn = input.arguments ?? input;
  return typeof passedOn === 'object' ? { Name: (passedOn as Changed).Name } : {};
}
