import { isCallError } from '../../../contract/errors.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { said, worded } from '../../../contract/worded.ts';
import { idIn, recordIn } from '../../../json/record-value.ts';
import type { ChangeToTell, Told } from './change-to-tell.ts';
import { comparePlaces, placeholdersIn } from './template-places.ts';
import { toldMessages } from './told/told-messages.ts';
import { plainLine } from './told/told-value.ts';

/** Maximum size of a file that is read for the comparison, in bytes. */
const maxBytes = 20 * 1024 * 1024;
/** Maximum number of placeholders that a description lists, and length of one, in characters. */
const most = { places: 40, name: 80 };

/**
 * Describes which placeholders of a template have no text in the document that was created from it. Also returns a note
 * with the call that changes the values which the template and the service have set.
 */
export async function tellPlaces(call: ChangeToTell): Promise<Pick<Told, 'told' | 'next'>> {
  const { definition, args, answer, services } = call;
  const { fillsTemplate } = definition;
  const record = recordIn(answer.body);
  const id = record && idIn(record);
  if (fillsTemplate === undefined || typeof id !== 'string' || !isUuid(id)) return { told: undefined };
  const { template, next } = fillsTemplate;
  const created = await textOf(call, id);
  const source = await textOf(call, String(args[template]));
  const line = placesInWords(services.wording.language, source, created);
  return {
    told: services.sanitizer.text(line).text,
    next: worded(toldMessages.nextForTemplate, {
      call: `${next.tool} {"${next.id}":"${id}"}`,
      fields: next.fields.join(', '),
    }),
  };
}

/** Returns the text of a document. Returns undefined if it cannot be read. */
async function textOf(
  { services, namingClient, signal }: ChangeToTell,
  id: string,
): Promise<string | undefined> {
  const operations = namingClient(signal);
  const read = async () => {
    const { file } = await operations.answer('download_document', { docID: id }, { fileBytes: maxBytes });
    if (file === undefined) return undefined;
    const { parts } = await services.documents.read(
      { name: file.name, bytes: file.bytes },
      undefined,
      signal,
    );
    return parts.map(({ text }) => text).join('\n');
  };
  return services.documents.hold(read, signal).catch((error: unknown) => {
    // The document has already been created, so a failed description must not make the call fail.
    if (!isCallError(error) && !(error instanceof DOMException)) throw error;
    return undefined;
  });
}

function placesInWords(
  language: ChangeToTell['services']['wording']['language'],
  template: string | undefined,
  created: string | undefined,
): string {
  const names = (some: readonly string[]) => ({
    names: some
      .slice(0, most.places)
      .map((one) => plainLine(one, most.name))
      .join(', '),
  });
  if (created === undefined) return said(language, toldMessages.placesUnread);
  const left = placeholdersIn(created);
  const stays = left.length > 0 ? [said(language, toldMessages.placesLeft, names(left))] : [];
  if (template === undefined) return [...stays, said(language, toldMessages.templateUnread)].join(' ');
  const { all, empty, doubtful, isCompared } = comparePlaces(template, created);
  if (all.length === 0) return [...stays, said(language, toldMessages.noPlaces)].join(' ');
  const found = [
    ...stays,
    ...(empty.length > 0 ? [said(language, toldMessages.placesEmpty, names(empty))] : []),
    ...(doubtful.length > 0 ? [said(language, toldMessages.placesDoubtful, names(doubtful))] : []),
    ...(isCompared ? [] : [said(language, toldMessages.placesOther)]),
  ];
  return found.length > 0
    ? found.join(' ')
    : said(language, toldMessages.placesFilled, { count: all.length });
}
