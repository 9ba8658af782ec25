import type { Worded } from '../language.ts';

/** What a document is made of. */
export interface DocumentDraft {
  /** With its markup; lines end in `\n` or `\r\n`. */
  readonly text: string;
  /** Stands in the properties of the document. */
  readonly title: string;
  /** `2026-03-31`: stands there too. */
  readonly date: string;
  /** What stands in places `[[name]]` of the text and the template, by their names. */
  readonly fill: Readonly<Record<string, string>>;
  /** The firm's letterhead: a .docx or .dotx. */
  readonly template?: Uint8Array | undefined;
}

export interface WrittenDocument {
  /** A .docx; the same for the same draft. */
  readonly bytes: Uint8Array;
  /** Of the text, without those in tables. */
  readonly paragraphs: number;
  readonly tables: number;
  /** Names of the places that are left to fill, each once. */
  readonly places: readonly string[];
  /** What became of the template, where it did not stay as it was. */
  readonly notes: readonly Worded[];
}

/** Makes Word documents of texts. */
export interface DocumentWriter {
  /** @throws InvalidArgumentsError for what no document can be made of, with the place and the reason */
  write(draft: DocumentDraft): Promise<WrittenDocument>;
}
