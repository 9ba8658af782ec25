import { worded } from '../../contract/worded.ts';
import { numbersOf } from './chunks.ts';
import { documentMessages } from './messages.ts';
import { restNote } from './notes.ts';
import { type AskedOfDocument, maxPictures, pagePictures, type Said, type Where } from './reading.ts';

/** Returns the requested pages as pictures, up to the maximum number per call. */
export async function readAsPictures(where: Where, { wanted, spans }: AskedOfDocument): Promise<Said> {
  const asked = numbersOf(
    spans ?? [{ from: [1, undefined], to: [Number.MAX_SAFE_INTEGER, undefined] }],
    1000,
  );
  const { pictures, total = 0, isPrinted } = await pagePictures(where, wanted, asked.slice(0, maxPictures));
  const shown = pictures.map(({ number }) => number);
  const left = asked.filter((number) => number <= total && !asked.slice(0, maxPictures).includes(number));
  return {
    text: [...wanted.source.card, `Pages ${shown.join(', ')} of ${total}, as pictures`].join('\n'),
    pictures,
    facts: { ...wanted.source.facts, unit: 'page', total, pictures: shown, pages: [] },
    notes: [
      ...(isPrinted ? [documentMessages.printed] : []),
      ...(left.length > 0
        ? [
            restNote(
              worded(documentMessages.pages, { some: shown.length, total }),
              rangeText(left.slice(0, maxPictures)),
              documentMessages.asPages,
            ),
          ]
        : []),
    ],
  };
}

/** Formats page numbers: `7-9` or `2,5,9`. */
export function rangeText(numbers: readonly number[]): string {
  const [first = 1] = numbers;
  const end = numbers.at(-1) ?? first;
  if (end - first !== numbers.length - 1) return numbers.join(',');
  return first === end ? `${first}` : `${first}-${end}`;
}
