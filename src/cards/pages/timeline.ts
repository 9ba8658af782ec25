import { bdi, element } from '../element.ts';
import { readMoment, spokenMoment } from '../moments.ts';
import { foot } from '../parts.ts';
import { speak } from '../reader.ts';
import { inWords, spokenNames } from '../server-words.ts';
import { startLookup } from '../start.ts';

const say = speak({
  timeline: { en: 'Timeline', ru: 'Ход дела' },
  nothing: { en: 'Nothing with a date', ru: 'Ничего с датой нет' },
  now: { en: 'Today', ru: 'Сегодня' },
  case: { en: 'case', ru: 'дело' },
  event: { en: 'event', ru: 'событие' },
  task: { en: 'task', ru: 'задача' },
  document: { en: 'document', ru: 'документ' },
});

interface Step {
  readonly at: string;
  readonly kind: 'case' | 'event' | 'task' | 'document';
  readonly what: string;
}

interface Timeline {
  readonly case?: string;
  readonly steps?: readonly Step[];
  readonly notes?: readonly string[];
  readonly now?: string;
  readonly time_zone?: string;
}

startLookup<Timeline>('timeline', 'case_timeline', (data, { reader }) => {
  const { steps = [] } = data;
  const today = readMoment(data.now)?.day;
  const dayOf = ({ at }: Step) => readMoment(at)?.day ?? at;
  const next = today === undefined ? -1 : steps.findIndex((step) => dayOf(step) >= today);
  // What a case is called is the service's; that it was created, the server says.
  const wordsOf = ({ kind, what }: Step) => (kind === 'case' ? inWords(what, reader) : what);
  const rows = steps.map((step) =>
    element(
      'li',
      { class: `step ${step.kind}` },
      element('div', { class: 'dim' }, `${spokenMoment(step.at, reader)} · ${say(reader, step.kind)}`),
      element('div', { class: 'main' }, bdi(spokenNames(wordsOf(step), reader))),
    ),
  );
  if (next >= 0) rows.splice(next, 0, element('li', { class: 'step now' }, say(reader, 'now')));
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element('p', { class: 'kicker' }, say(reader, 'timeline')),
    element('h1', { id: 'title' }, bdi(data.case ?? '')),
    rows.length > 0 ? element('ol', { class: 'line' }, ...rows) : element('p', {}, say(reader, 'nothing')),
    foot(data, reader),
  );
});
