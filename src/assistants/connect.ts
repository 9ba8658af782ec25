import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Worded } from '../contract/language.ts';
import { isRow } from '../contract/records/row.ts';
import { type Entry, serverName, Unusable } from './assistant.ts';
import {
  type Backup,
  backupOf,
  readBackup,
  readStored,
  replaceBytes,
  type Stored,
  withBackup,
  writeStored,
} from './config-file.ts';
import { type Editor, editorOf } from './edit.ts';
import { configMessages } from './messages.ts';
import { programOf, runOwn } from './own-command.ts';
import type { Machine, Placed } from './places.ts';
import { entryFor, type Target } from './target.ts';

export interface Outcome {
  readonly placed: Placed;
  readonly state: 'changed' | 'same' | 'untouched';
  /** Reason why nothing was done, as the end of a sentence. */
  readonly reason?: Worded;
  /** The file before and after. Undefined if the assistant's own command writes it. */
  readonly texts?: readonly [before: string, after: string];
  /** Command of the assistant that makes the change, with its arguments. */
  readonly own?: readonly string[];
  readonly earlier?: Entry;
  /** Whether the entry that this program had replaced was restored. */
  readonly isRestored?: true;
}

interface Options {
  readonly machine: Machine;
  /** Whether to describe the change without making it. */
  readonly isDry: boolean;
}

/** Adds the server to an assistant's configuration. Changes only the entry of the server, or nothing. */
export function connect(placed: Placed, target: Target, options: Options): Promise<Outcome> {
  return attempt(placed, async (editor, stored) => {
    const { assistant } = placed;
    const wanted = plain(entryFor(assistant, target));
    const earlier = editor.entryIn(stored.text);
    const entry = { ...addedTo(earlier), ...withOtherVariables(wanted, earlier) };
    if (holds(earlier, entry)) return { state: 'same', earlier };
    const after = editor.put(stored.text === '' ? (assistant.initial ?? '') : stored.text, entry);
    refuseForeign(earlier, editor, readBackup(stored.path));
    const own = ownWords(placed, options.machine, ['add', entry]);
    const write = () => {
      if (!own) return writeStored(stored, after, options.machine.platform);
      const remove = earlier && ownWords(placed, options.machine, ['remove']);
      if (remove) runOwn(remove[0] as string, remove.slice(1), options.machine);
      runOwn(own[0] as string, own.slice(1), options.machine);
    };
    if (!options.isDry) {
      if (earlier === undefined || readBackup(stored.path) === undefined) withBackup(stored, write);
      else write();
      if (!holds(editor.entryIn(readStored(stored.path).text), entry))
        throw new Unusable(configMessages.notKept);
    }
    return {
      state: 'changed',
      ...(own ? { own } : { texts: [stored.text, after] }),
      ...(earlier && { earlier }),
    };
  });
}

/** Removes the server. Restores the original bytes of the file if nothing else in it has changed. */
export function disconnect(placed: Placed, options: Options): Promise<Outcome> {
  return attempt(placed, async (editor, stored) => {
    const earlier = editor.entryIn(stored.text);
    if (earlier === undefined) return { state: 'same' };
    const backup = readBackup(stored.path);
    refuseForeign(earlier, editor, backup);
    const first = firstBytes(placed, editor, stored, earlier);
    const replaced = backup && editor.entryIn(backup.text);
    const without = () => (replaced ? editor.put(stored.text, replaced) : editor.take(stored.text));
    const after = first === 'unknown' ? without() : (first ?? '').toString();
    const own = first === 'unknown' && !replaced ? ownWords(placed, options.machine, ['remove']) : undefined;
    if (!options.isDry) {
      if (own) takeByOwn(own, stored, editor, options.machine);
      else if (first === 'unknown') writeStored(stored, after, options.machine.platform);
      else replaceBytes(stored, first, options.machine.platform);
      rmSync(backupOf(stored.path), { force: true });
    }
    return {
      state: 'changed',
      earlier,
      ...(replaced && { isRestored: true }),
      ...(own ? { own } : { texts: [stored.text, after] }),
    };
  });
}

/**
 * Returns the bytes of the file before the server was added, or undefined if there was no file. Returns `'unknown'` if
 * something else in the file has changed since.
 */
function firstBytes(
  { assistant }: Placed,
  editor: Editor,
  stored: Stored,
  entry: Entry,
): Buffer | undefined | 'unknown' {
  const backup = readBackup(stored.path);
  const first = backup?.text ? backup.text : (assistant.initial ?? '');
  return editor.put(first, entry) === stored.text ? backup?.bytes : 'unknown';
}

/**
 * Protects an entry that another program wrote.
 * @throws Unusable if the entry does not start casebridge, unless a backup copy exists that contains no entry of
 *   another program
 */
function refuseForeign(entry: Entry | undefined, editor: Editor, backup: Backup | undefined): void {
  if (entry === undefined || startsCasebridge(entry)) return;
  if (backup === undefined || replacedIn(editor, backup) !== undefined)
    throw new Unusable(configMessages.notOurs, { name: serverName });
}

/**
 * Returns the entry of another program that the backup copy contains, because casebridge has replaced it. Returns
 * undefined if there is none.
 */
function replacedIn(editor: Editor, backup: Backup | undefined): Entry | undefined {
  const entry = backup && editor.entryIn(backup.text);
  return startsCasebridge(entry) ? undefined : entry;
}

/**
 * Matches the command `casebridge`, its npm package, and a main file in a folder of casebridge. Matches no URL and no
 * container image.
 */
const ownProgram =
  /^casebridge(@[\w.-]+)?(\.(js|cmd|exe))?$|^(?:[A-Za-z]:)?[\\/~.$%](?:.*[\\/])?(?:casebridge(\.(js|cmd|exe))?|casebridge.*[\\/]main\.(js|ts))$/;

/** Checks whether an entry starts this program or contains its settings. */
function startsCasebridge(value: unknown): boolean {
  if (typeof value === 'string') return ownProgram.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, one]) => /^CASEBRIDGE/.test(key) || (key !== 'name' && startsCasebridge(one)),
  );
}

/** Fields that this program may write in an entry. The assistant or the user added all other fields, which are kept. */
const ownFields = new Set(
  'type source command cmd args env envs environment url uri serverUrl httpUrl headers http_headers env_http_headers bearer_token_env_var transport requestInit enabled disabled'.split(
    ' ',
  ),
);

const addedTo = (earlier: Entry | undefined): Entry =>
  Object.fromEntries(Object.entries(earlier ?? {}).filter(([key]) => !ownFields.has(key)));

/** Keeps variables that are not settings of this program, such as a proxy that the user added. */
function withOtherVariables(wanted: Entry, earlier: Entry | undefined): Entry {
  const key = ['env', 'envs', 'environment'].find((name) => isRow(wanted[name]) && isRow(earlier?.[name]));
  if (key === undefined) return wanted;
  const others = Object.entries(earlier?.[key] as Entry).filter(([name]) => !/^casebridge_/i.test(name));
  return { ...wanted, [key]: { ...Object.fromEntries(others), ...(wanted[key] as Entry) } };
}

function takeByOwn(own: readonly string[], stored: Stored, editor: Editor, machine: Machine): void {
  runOwn(own[0] as string, own.slice(1), machine);
  const left = readStored(stored.path);
  if (editor.entryIn(left.text) !== undefined) throw new Unusable(configMessages.stillThere);
  // Restore the original file even if white space differs, because programs that rewrite their files change it.
  const backup = readBackup(stored.path);
  if (backup?.bytes && squeezed(backup.text) === squeezed(left.text))
    replaceBytes(left, backup.bytes, machine.platform);
}

const squeezed = (text: string) => text.replace(/\s+/g, '');

type Own = readonly ['add', Entry] | readonly ['remove'];

/** Returns the assistant's own command with its arguments. Undefined if there is none. */
function ownWords(
  { assistant: { own } }: Placed,
  machine: Machine,
  what: Own,
): readonly string[] | undefined {
  const program = own && programOf(own.program, machine);
  if (!own || program === undefined) return undefined;
  const [kind, entry] = what;
  const words = kind === 'add' ? own.add(serverName, entry) : own.remove(serverName);
  return words && [program, ...words];
}

async function attempt(
  placed: Placed,
  work: (editor: Editor, stored: Stored) => Promise<Omit<Outcome, 'placed'>>,
): Promise<Outcome> {
  try {
    const editor = await editorOf(placed.assistant);
    return { placed, ...(await work(editor, readStored(placed.path))) };
  } catch (error) {
    if (error instanceof Unusable) return { placed, state: 'untouched', reason: error.words };
    throw error;
  }
}

/** Checks whether the configuration contains the entry. Ignores fields that assistants add. */
const holds = (present: Entry | undefined, entry: Entry) =>
  present !== undefined &&
  Object.entries(entry).every(
    ([key, value]) => isEmpty(value, present[key]) || isDeepStrictEqual(present[key], value),
  );
const isEmpty = (value: unknown, present: unknown) =>
  present === undefined && typeof value === 'object' && Object.keys(value ?? {}).length === 0;

const plain = (entry: Entry): Entry => JSON.parse(JSON.stringify(entry));
