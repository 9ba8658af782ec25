import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { readArchive } from '../../documents/containers/archive.ts';
import { readDirectory } from '../../documents/containers/archive-directory.ts';
import { UnreadableError } from '../../documents/format.ts';
import { readingLimits } from '../../documents/limits.ts';
import {
  convertToDocument,
  createPackage,
  declaresMacros,
  type Package,
  type PackedMember,
} from '../package.ts';
import { damagedTemplate, refusedTemplate } from '../refusals.ts';
import { applyEdits, attributeOf, tagsOf } from '../tags.ts';
import { wordNamespace } from '../xml.ts';
import { removeExternalFields } from './fields.ts';

/** Notes about changes to a template and about its external content. */
const messages = {
  detached: {
    en: 'The template’s link to another template was removed, because Word would fetch it.',
    ru: 'Ссылка шаблона на другой шаблон удалена, потому что Word загрузил бы его.',
  },
  fetched: {
    en: 'The template has {count} external items, which are fetched when the document is opened.',
    ru: 'В шаблоне есть внешние данные (ссылок: {count}), которые загружаются при открытии документа.',
  },
} as const satisfies Record<string, Worded>;

/** Maximum size of a template, in bytes. A document made from a larger template would be too large for one call. */
const maxBytes = 4_000_000;
/**
 * Limits for inflated content. They are low, because a letterhead has little text, and because reading it blocks the
 * event loop.
 */
const limits = { ...readingLimits, inflatedBytes: 5_000_000, archiveEntries: 2_000 };

/** A template that is ready to be filled, with notes on the changes made to it. */
export interface OpenTemplate {
  readonly parts: Package;
  readonly notes: readonly Worded[];
}

/**
 * Opens a .docx or .dotx file. Parts that are not changed later stay byte-identical.
 * @throws InvalidArgumentsError for other files, and for files that are too large or have macros or a password
 */
export function openTemplate(bytes: Uint8Array): OpenTemplate {
  if (bytes.length > maxBytes)
    throw refusedTemplate(`it has ${(bytes.length / 1e6).toFixed(1)} MB, but at most 4 MB are allowed.`);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw refusedTemplate('it has a password or is an old .doc: save it as .docx without a password.');
  const parts = unpack(bytes);
  if (declaresMacros(parts) || [...parts.members.keys()].some((name) => /vba(?:Project|Data)/iu.test(name)))
    throw refusedTemplate('it has macros: save it as .docx or .dotx, without them.');
  convertToDocument(parts);
  const body = parts.read(parts.main);
  const [root] = tagsOf(body);
  const space = root && attributeOf(body.slice(root.from, root.to), 'xmlns:w');
  if (root?.name !== 'w:document' || space !== wordNamespace)
    throw refusedTemplate('it is not a standard Word document: open it in Word and save it as .docx.');
  return {
    parts,
    notes: [...removeAttachedTemplate(parts), ...removeExternalFields(parts), ...externalDataNotes(parts)],
  };
}

/** Runs `read` and converts its errors. @throws InvalidArgumentsError if the file cannot be read or is too large */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw error.reason === 'too large'
      ? refusedTemplate('it is too large: at most 5 MB of text and 2,000 parts.')
      : damagedTemplate();
  }
}

function unpack(bytes: Uint8Array): Package {
  return readable(() => {
    const entries = readDirectory(bytes, limits.archiveEntries);
    const members = readArchive(bytes, limits);
    if (members.some(({ isEncrypted }) => isEncrypted)) throw refusedTemplate('it has a password.');
    const known = members.map(({ name, open }, index): [string, PackedMember] => {
      const { packed, method, size, checksum } = entries[index] as (typeof entries)[number];
      return [name, { packed, method, size, checksum, open: () => readable(open) }];
    });
    const named = new Map(known.filter(([name]) => !name.endsWith('/')));
    if (named.size < known.filter(([name]) => !name.endsWith('/')).length) throw damagedTemplate();
    return createPackage(named);
  });
}

/** Removes the link to the template's own template, because Word would fetch it from the location in that link. */
function removeAttachedTemplate(parts: Package): Worded[] {
  const settings = parts.partOf('settings');
  if (settings === undefined) return [];
  const xml = parts.read(settings);
  const links = [...tagsOf(xml)].filter(({ name }) => name === 'w:attachedTemplate');
  if (links.length === 0) return [];
  parts.write(
    settings,
    applyEdits(
      xml,
      links.map(({ from, to }) => ({ from, to, xml: '' })),
    ),
  );
  parts.removeRelations(settings, 'attachedTemplate');
  return [messages.detached];
}

/** Returns a note if word processors would fetch external data when they open the document. */
function externalDataNotes(parts: Package): Worded[] {
  const places = [
    parts.main,
    ...parts
      .relations(parts.main)
      .filter(({ isExternal }) => !isExternal)
      .map(({ target }) => target),
  ];
  const found = places
    .flatMap((part) => parts.relations(part))
    .filter(({ isExternal, kind }) => isExternal && kind !== 'hyperlink');
  if (found.length === 0) return [];
  return [worded(messages.fetched, { count: found.length })];
}
