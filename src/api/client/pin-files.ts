import { createHash } from 'node:crypto';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { FilePart } from '../files/multipart.ts';
import type { SharedFolder } from '../files/shared-folder.ts';
import type { SourceFile } from '../files/sink.ts';
import type { Draft, FileReference, Sent, UncheckedContent } from './build-request.ts';

/**
 * Adds the size and hash of each file to the draft, so that casebridge sends only the content that the person
 * confirmed.
 * @throws InvalidArgumentsError if a file cannot be sent
 */
export async function pinFiles(
  draft: Draft,
  exchange: Pick<SharedFolder, 'open'> | undefined,
): Promise<Draft> {
  const { fileParts } = draft.operation;
  if (fileParts === undefined || draft.body === undefined || exchange === undefined) return draft;
  const pin = async (one: Sent): Promise<Sent> => {
    if (!fileParts.includes(one.argument)) return one;
    const part = one.value as FilePart<UncheckedContent>;
    if (part.content instanceof Uint8Array) return one;
    return { ...one, value: { ...part, content: await seenIn(exchange, part.content.path) } };
  };
  return { ...draft, body: await Promise.all(draft.body.map(pin)) };
}

async function seenIn(exchange: Pick<SharedFolder, 'open'>, path: string): Promise<FileReference> {
  const file = await exchange.open(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of file.chunks()) hash.update(chunk);
    return { path, seen: { bytes: file.size, sha256: hash.digest('hex') } };
  } finally {
    await file.close();
  }
}

/** Wraps a file with a check of its hash. Reading fails before the last chunk if the content has changed. */
export function asSeen(file: SourceFile, { path, seen }: FileReference): SourceFile {
  if (seen === undefined) return file;
  const changed = () =>
    new InvalidArgumentsError(
      `${JSON.stringify(path)} has changed since the user was asked for confirmation; it was not sent completely.`,
    );
  return {
    ...file,
    chunks: async function* () {
      const hash = createHash('sha256');
      let held: Uint8Array | undefined;
      for await (const chunk of file.chunks()) {
        if (held !== undefined) yield held;
        hash.update(chunk);
        held = chunk;
      }
      if (hash.digest('hex') !== seen.sha256) throw changed();
      if (held !== undefined) yield held;
    },
  };
}
