import { InvalidArgumentsError } from '../../contract/errors.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { readAsText } from './as-text.ts';
import { documentMessages } from './messages.ts';
import type { AskedOfDocument, Said, Where } from './reading.ts';

/** Minimum number of tokens for a file. If fewer are left, the file is not read. */
const minTokens = 300;

/**
 * Returns the texts of several files inside a document, one after the other. Each file may use an equal part of the
 * remaining tokens. A file that cannot be read is replaced by the reason.
 * @param ways paths of the files inside the document
 */
export async function readSeveral(
  where: Where,
  asked: AskedOfDocument,
  ways: readonly (readonly number[])[],
): Promise<Said> {
  const { room } = where;
  const blocks: string[] = [];
  const notes: Note[] = [];
  const skipped: string[] = [];
  let left = room.tokens;
  let facts: Said['facts'];
  for (const [index, inside] of ways.entries()) {
    const number = inside.join('.');
    if (left < minTokens) {
      skipped.push(number);
      continue;
    }
    const tokens = Math.floor(left / (ways.length - index));
    const one = { ...asked, wanted: { ...asked.wanted, inside }, isTextOnly: true } as const;
    const said = await readAsText({ ...where, room: { ...room, tokens } }, one).catch(asReason);
    const block = `== File ${number} inside ==\n${said.text}`;
    left -= room.tokensOf(block);
    blocks.push(block);
    notes.push(...(said.notes ?? []).map((note) => worded(documentMessages.ofFile, { number, note })));
    const pages = said.facts?.pages.map((page) => ({ ...page, document: `File ${number}` })) ?? [];
    facts =
      facts === undefined
        ? said.facts && { ...said.facts, pages }
        : { ...facts, pages: [...facts.pages, ...pages] };
  }
  if (skipped.length > 0)
    blocks.push(
      `Not shown because the answer has reached its maximum length: file ${skipped.join(', ')} inside.`,
    );
  return { text: blocks.join('\n\n'), notes, ...(facts && { facts }) };
}

/** Returns the reason why a file cannot be read as its text. @throws all errors that are not about the file */
function asReason(error: unknown): Said {
  if (!(error instanceof InvalidArgumentsError)) throw error;
  return { text: error.message };
}
