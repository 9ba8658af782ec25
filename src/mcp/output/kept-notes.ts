import type { Language } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import type { Kept } from '../../json/agree.ts';
import { answerMessages } from './messages.ts';

/** @returns what the assistant has to know of it, in lines */
export function keptNotes({ unkept, unseen, note }: Kept, language: Language): string[] {
  return [
    ...(unkept.length > 0
      ? [said(language, answerMessages.notKept, { names: listed(unkept, language) })]
      : []),
    ...(unseen.length > 0
      ? [said(language, answerMessages.notSeen, { names: listed(unseen, language) })]
      : []),
    ...(note === undefined ? [] : [note]),
  ];
}

const most = 20;
/** Names of arguments, and tags that the assistant gave. */
function listed(names: readonly string[], language: Language): string {
  const shown = names
    .slice(0, most)
    .map((name) => name.replace(/[^\p{L}\p{N}_.\- ]/gu, '').slice(0, 80))
    .join(', ');
  if (names.length <= most) return shown;
  return said(language, answerMessages.namesAndMore, { names: shown, count: names.length - most });
}
