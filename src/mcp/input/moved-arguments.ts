import type { Arguments } from '../../api/client/build-request.ts';
import type { MovedArgument, Operation } from '../../contract/operations/operation.ts';
import type { Row } from '../../contract/records/row.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { inputMessages } from './messages.ts';

interface Moving {
  readonly definition: Operation;
  readonly args: Arguments;
  readonly parseNotes: readonly Note[];
  readonly target: () => Promise<unknown>;
}

type Moved = Pick<Moving, 'args' | 'parseNotes'>;

/**
 * Pipeline step: moves a value to the argument that this type of record has for it, such as a company's tax number from
 * the argument for individuals. Reads the record only if the call does not name its type.
 */
export function argumentsMoved(call: Moving): Moved | Promise<Moved> | undefined {
  const moves = (call.definition.moves ?? []).filter(
    ({ from, to }) => valueAt(call.args, from) != null && valueAt(call.args, to) === undefined,
  );
  if (moves.length === 0) return undefined;
  const isKnown = moves.every(({ type: [name] }) => call.args[name] !== undefined);
  if (isKnown || call.definition.target === undefined) return moved(call, moves, call.args);
  // If the record cannot be read, its type is unknown. The values stay, and the service decides.
  return call
    .target()
    .catch(() => undefined)
    .then((record) => moved(call, moves, { ...asOpen(record), ...call.args }));
}

function moved({ args, parseNotes }: Moving, moves: readonly MovedArgument[], known: Row): Moved {
  const fitting = moves.filter(({ type: [name, value] }) => known[name] === value);
  return {
    args: fitting.reduce(
      (given, { from, to }) => withValue(withValue(given, from, undefined), to, valueAt(given, from)),
      args,
    ),
    parseNotes: [
      ...parseNotes,
      ...fitting.map(({ from, to, type: [name, value] }) =>
        worded(inputMessages.movedArgument, { from, to, name, value }),
      ),
    ],
  };
}

const asOpen = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});

const valueAt = (args: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => asOpen(value)[name], args);

/** Returns a copy with a value at a path. An object that becomes empty is left out. */
function withValue(args: Row, path: string, value: unknown): Row {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue(asOpen(args[name]), rest.join('.'), value);
  const { [name]: _, ...others } = args;
  const isEmpty = inner === undefined || (rest.length > 0 && Object.keys(asOpen(inner)).length === 0);
  return isEmpty ? others : { ...others, [name]: inner };
}
