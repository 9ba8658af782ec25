import { withoutMarkers } from '../../contract/features/documents/document-marks.ts';
import type { DocumentContent } from '../../contract/features/documents/document-reader.ts';
import type { TextChunk } from './chunks.ts';

/** Properties that people search for: subject and addresses of e-mails, and titles of other files. */
const searchedProperty = /^(?:subject|title|from|to|cc)$/i;
const longest = 300;
const shownInside = 40;

const oneLine = (text: string) => withoutMarkers(text).replace(/\s+/g, ' ').trim().slice(0, longest);

/**
 * Adds names to the beginning of the texts to search. Each sheet or slide gets its own name. The first part also gets
 * the properties above and the names of the files inside the document.
 */
export const withNames = (chunks: readonly TextChunk[], content: DocumentContent): readonly TextChunk[] =>
  chunks.map((chunk) => {
    const { part, piece, text } = chunk;
    if (piece > 1) return chunk;
    const label = oneLine(part.label ?? '');
    const names = [
      ...(part.number === 1 ? namesOf(content) : []),
      ...(label === '' || text.slice(0, 2 * longest).includes(label) ? [] : [label]),
    ];
    return names.length === 0 ? chunk : { ...chunk, text: [...names, text].join('\n') };
  });

const namesOf = ({ properties, attachments }: DocumentContent): string[] => [
  ...Object.entries(properties)
    .filter(([key]) => searchedProperty.test(key))
    .map(([key, value]) => `${key}: ${oneLine(value)}`),
  ...(attachments.length > 0 ? [`Files inside: ${namesInside(attachments, shownInside)}`] : []),
];

/** Returns the numbers and names of files inside a file, such as `1. Claim.pdf, 2. Payments.xlsx`. */
export function namesInside(attachments: DocumentContent['attachments'], most: number): string {
  const names = attachments.slice(0, most).map(({ index, name }) => `${index}. ${oneLine(name)}`);
  const more = attachments.length - names.length;
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
