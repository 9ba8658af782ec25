import { caseLine } from '../../domain/cases/case-row.ts';
import { eventLine, type ShownEvent } from '../../domain/events.ts';
import { taskLine } from '../../domain/tasks.ts';
import { block, line, notShown, sentence } from '../../domain/text-lines.ts';
import type { BriefData } from './data.ts';

/** Formats the brief as lines of text. @param now current date-time in the format of the results */
export function briefText(brief: BriefData, now: string): string {
  const { parties, tasks, coming, recent, documents, related, all = {}, links } = brief;
  const ofEvent = (event: ShownEvent) => eventLine(event, now);
  return [
    ...headOf(brief.case),
    `Parties${all.parties === undefined ? '' : ` (${parties?.length} of ${all.parties})`}: ${parties === undefined ? notShown : sentence(parties.join('; ')) || 'none'}`,
    block(
      'Open tasks',
      tasks?.map((task) => taskLine(task, now)),
      brief.open_tasks,
    ),
    ...(brief.done_tasks === undefined ? [] : [`Done tasks: ${brief.done_tasks}, not shown`]),
    block('Coming events', coming?.map(ofEvent), all.coming),
    block('Recent events', recent?.map(ofEvent), all.recent),
    block(
      'Newest documents',
      documents?.map(({ created, name, type, id }) => line([created, name], type, id)),
      all.documents,
    ),
    block('Related cases', related?.map(caseLine), all.related),
    ...(links ? [`Links: ${Object.values(links).join(' ')}`] : []),
  ].join('\n');
}

function headOf(about: BriefData['case']): string[] {
  if (about === undefined) return ['The case record: not read'];
  const { client, created, changed, version, card, deadlines } = about;
  const { card_left_out: left = [], hidden_blocks: hidden } = about;
  return [
    caseLine(about).slice(2),
    sentence(
      client && `Client: ${client}`,
      [
        created && `created ${created}`,
        changed !== created && `changed ${changed}`,
        version !== undefined && `version ${version}`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
    card.length > 0 && `Card: ${sentence(card.join('; '))}`,
    left.length > 0 &&
      `Card fields not shown: ${sentence(left.join('; '))}. get_object shows the whole card.`,
    deadlines.length > 0 && `Deadlines: ${sentence(deadlines.join('; '))}`,
    hidden.length > 0 && `Blocks withheld: ${sentence(hidden.join('; '))}`,
  ].filter((text): text is string => text !== false && text !== '');
}
