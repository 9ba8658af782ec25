import { isRow } from '../../contract/records/row.ts';
import { mayBeRows, mayHoldName } from '../../json/value-checks.ts';
import type { CardCall, ResolvedCard } from './names/names-in-cards.ts';

/**
 * Pipeline step: replaces record names with ids in the values of object card fields, and rows of a block with a list
 * for each field. The type of the record defines which fields refer to records of which kind. Reads nothing and loads
 * no code for it if no value can be a name or a row.
 * @throws NameError, InvalidArgumentsError, and the client's errors
 */
export function cardValuesResolved(call: CardCall): ResolvedCard | Promise<ResolvedCard> {
  const { refs, args, given } = call;
  for (const [argument, { keys }] of refs?.fields ?? []) {
    const fields = args[argument];
    if (
      keys?.kind === 'field' &&
      isRow(fields) &&
      Object.values(fields).some((value) => mayHoldName(value) || mayBeRows(value))
    )
      return import('./names/names-in-cards.ts').then(({ resolveCardValues }) =>
        resolveCardValues(call, { argument, fields, typeArgument: keys.within }),
      );
  }
  return { args, given };
}
