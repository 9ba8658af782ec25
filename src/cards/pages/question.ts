import { type DoneFacts, factsKey } from '../../contract/features/card-facts.ts';
import { bdi, element } from '../element.ts';
import { forPeople, notesFold, reasonsOf, verdict } from '../foot.ts';
import type { Host, ShownResult } from '../host.ts';
import { openButton } from '../parts.ts';
import { planParts } from '../plan-rows.ts';
import { questionIn, questionView } from '../question-view.ts';
import { type CardReader, speak } from '../reader.ts';
import { changeSaid, notesBehind, saidBy } from '../said.ts';
import { startCard } from '../start.ts';

const say = speak({
  done: 'Done | Сделано',
  failed: 'It was not done | Не сделано',
  partly: 'Not everything was done | Сделано не всё',
  unsaved: 'Not everything was saved | Сохранено не всё',
  more: 'Details | Подробности',
});

interface Changed {
  readonly Name?: unknown;
  readonly Number?: unknown;
  readonly Url?: unknown;
}

/**
 * Shows the confirmation dialog of a change. Hosts open this card for every result of a tool that may require
 * confirmation. If none was required, the card shows the outcome.
 */
startCard('question', (result, { reader, host, input }) => {
  const asked = questionIn(result);
  if (asked) return questionView(asked, reader, host, undefined, planParts);
  return result.content === undefined ? undefined : outcome(result, input, reader, host);
});

function outcome(
  result: ShownResult,
  input: Readonly<Record<string, unknown>>,
  reader: CardReader,
  host: Host,
): HTMLElement {
  const outcomes = planParts.outcomes(result, reader, host);
  if (result.isError) return failed(result, reader, outcomes);
  const { Name, Number: number, Url } = changedIn(saidBy(result)[0], input);
  const names = [Name, number].filter((one) => typeof one === 'string' && one !== '') as string[];
  const notes = forPeople(notesBehind(result), reader);
  const told = changeSaid(result, reader.language);
  const { done, isUnsaved } = (result._meta?.[factsKey] ?? {}) as Partial<DoneFacts>;
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    verdict(
      isUnsaved ? 'warn' : 'good',
      isUnsaved ? say(reader, 'unsaved') : (done?.[reader.language] ?? say(reader, 'done')),
      outcomes ??
        (told !== undefined
          ? element('p', { class: 'dim' }, bdi(told))
          : names.length > 0
            ? element('p', {}, bdi(names.join(' · ')))
            : undefined),
      // Do not link to URLs of the API, because they are not pages for people.
      typeof Url === 'string' && !/\/api\//i.test(Url) ? openButton(Url, reader, host) : undefined,
      notesFold(say(reader, 'more'), notes, reader),
    ),
  );
}

function failed(result: ShownResult, reader: CardReader, outcomes: HTMLElement | undefined): HTMLElement {
  if (outcomes)
    return element(
      'article',
      { 'aria-labelledby': 'title' },
      verdict('warn', say(reader, 'partly'), outcomes),
    );
  const { title, content } = reasonsOf(result, reader);
  const why = element('p', {}, title);
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    verdict('danger', say(reader, 'failed'), why, ...content),
  );
}

/** Returns the record in the response from the service. If there is none, returns the name from the arguments. */
function changedIn(text: string | undefined, input: Readonly<Record<string, unknown>>): Changed {
  try {
    const answer = JSON.parse(text ?? '') as Changed | null;
    if (typeof answer === 'object' && typeof answer?.Name === 'string') return answer;
  } catch {
    // The answer contains no record or is truncated.
  }
  const passedOn = input.arguments ?? input;
  return typeof passedOn === 'object' ? { Name: (passedOn as Changed).Name } : {};
}
