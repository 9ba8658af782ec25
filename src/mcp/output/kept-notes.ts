import type { Kept } from '../../json/agree.ts';

/** @returns what the assistant has to know of it, in lines */
export function keptNotes({ unkept, unseen, note }: Kept): string[] {
  return [
    ...(unkept.length > 0
      ? [
          `Not kept, although the service answered with success: ${listed(unkept)}. Read the record, and tell the user.`,
        ]
      : []),
    ...(unseen.length > 0 ? [`The service does not show whether it kept: ${listed(unseen)}.`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

const most = 20;
/** Names of arguments, and tags that the assistant gave. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => name.replace(/[^\p{L}\p{N}_.\- ]/gu, '').slice(0, 80));
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}
