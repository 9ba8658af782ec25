import type { PlannedChange, Question, QuestionRow } from '../../../contract/features/card.ts';
import type { ChangeForPeople, DraftWording } from '../../../contract/features/planned-changes.ts';
import { languages } from '../../../contract/language.ts';
import { lazy } from '../../../util/lazy.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { forCard } from './in-card.ts';
import { questionOf } from './message.ts';
import { cutLine } from './visible-text.ts';
import { isInCard, quoted, rowText, say } from './wording.ts';

/** Maximum length of a row that requires no confirmation, in characters. A longer row is cut. */
const maxUnasked = 300;

/**
 * Describes a planned change in one line: the action, the record, every value and link, and the data that would be
 * lost. A line is never cut if `isAsked` is true, because a person must then confirm the change. `source` is the origin
 * of the change.
 * @returns a refusal if `isAsked` is true and the change alone is too long for a confirmation. If such a change needs
 *   no confirmation, the value of its row is `…`
 */
export async function rowForPeople(
  proposal: Proposal,
  { isAsked, source: sources }: { readonly isAsked: boolean; readonly source: DraftWording['source'] },
): Promise<ChangeForPeople | Refusal> {
  const called = lazy(proposal.called);
  const rowIn = async (wording: Proposal['wording']): Promise<QuestionRow | Refusal> => {
    const question = await questionOf({ ...proposal, called, wording });
    if ('code' in question) return isAsked ? question : { label: proposal.operation.title, value: '…' };
    const own = lineOf(question, wording);
    const source = sources?.[wording.language];
    const origin = source === undefined ? '' : `; ${say(wording, 'source')}: ${quoted(source)}`;
    const row = { ...own, value: `${own.value}${origin}` };
    if (isAsked || row.value.length <= maxUnasked)
      return isInCard(wording) ? { ...row, change: plannedChange(question, source) } : row;
    return { ...row, value: `${cutLine(row.value, maxUnasked)}…` };
  };
  const { wording } = proposal;
  const [dialog, ...cards] = await Promise.all([
    rowIn(wording),
    ...languages.map((language) => rowIn({ ...wording, language, timeZone: undefined })),
  ]);
  const refusal = [dialog, ...cards].find((one) => one !== undefined && 'code' in one);
  if (refusal !== undefined) return refusal as Refusal;
  return {
    dialog: dialog as QuestionRow,
    cards: Object.fromEntries(languages.map((language, at) => [language, cards[at]])),
  } as ChangeForPeople;
}

function lineOf(
  { title, record, facts, lost, values, links }: Question,
  wording: Proposal['wording'],
): QuestionRow {
  const [name, ...details] = record;
  const parts = [
    ...(name === undefined ? [] : [name.value]),
    ...[...details, ...facts.slice(0, maxFacts)].map(rowText),
    ...values.map(rowText),
    ...(lost === undefined
      ? []
      : [lost.rows.length === 0 ? lost.heading : `${lost.heading}: ${lost.rows.map(rowText).join(', ')}`]),
    ...(links.length === 0 ? [] : [`${say(wording, 'links')}: ${links.join(' ')}`]),
  ];
  return { label: title.replace(/\?$/, ''), value: parts.join('; ') };
}

function plannedChange(question: Question, source: string | undefined): PlannedChange {
  const { record, facts, lost, values, links } = forCard(question);
  const changed = new Set(values.map(({ label }) => label));
  const others = facts.filter(({ label }) => !changed.has(label)).slice(0, maxFactsInCard);
  return { record, facts: others, lost, values, links, ...(source && { source }) };
}

/** Maximum number of facts that distinguish the record. More facts would distract from the changes. */
const maxFacts = 2;
/** Maximum number of these facts in a card, which shows them below the name. */
const maxFactsInCard = 3;
