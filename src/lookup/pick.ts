import { InvalidArgumentsError } from '../api/errors.ts';
import { readId } from './links.ts';

interface Named {
  readonly Id: string;
  readonly Name?: string | undefined;
  readonly SysName?: string | undefined;
}

/**
 * The one of a short list that a name means: the whole name, either half of one in two languages, a system name, or
 * the only one that holds the words.
 * @param argument whose value the text is
 * @throws InvalidArgumentsError with nothing of the list, whose names others wrote
 */
export function pick<Item extends Named>(
  items: readonly Item[],
  text: string,
  [argument, tool]: readonly [argument: string, tool: string],
): Item {
  const id = readId(text, 'entry');
  const wanted = text.trim().toLowerCase();
  const called = ({ Name = '', SysName }: Named) =>
    [Name, ...Name.split(' / '), SysName ?? ''].map((one) => one.trim().toLowerCase());
  const exact = items.filter((item) => (id ? item.Id === id : called(item).includes(wanted)));
  const holding = items.filter(({ Name }) => Name?.toLowerCase().includes(wanted));
  const [found, second] = exact.length > 0 ? exact : holding;
  if (found !== undefined && second === undefined) return found;
  throw new InvalidArgumentsError(
    `${argument}: ${second ? 'several fit' : 'nothing is called'} ${JSON.stringify(text.slice(0, 80))}. ${tool} has all names. Nothing was done.`,
  );
}
