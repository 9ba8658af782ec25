import type { Worded } from '../../language.ts';

export interface DocumentDraft {
  /** Text with the markup of `src/drafting/parse.ts`. Lines end in `\n` or `\r\n`. */
  readonly text: string;
  readonly title: string;
  /** Date in the document properties, such as `2026-03-31`. */
  readonly date: string;
  /** Values for the placeholders `[[name]]` in text and template, by name. */
  readonly fill: Readonly<Record<string, string>>;
  /** The firm's letterhead: a .docx or .dotx file. */
  readonly template?: Uint8Array | undefined;
}

export interface WrittenDocument {
  /** The .docx file. The same draft always produces the same bytes. */
  readonly bytes: Uint8Array;
  /** Number of paragraphs in the text, outside of tables. */
  readonly paragraphs: number;
  readonly tables: number;
  /** Names of the placeholders for which `fill` has no value, without duplicates. */
  readonly places: readonly string[];
  /** Notes about changes that casebridge made to the template. */
  readonly notes: readonly Worded[];
}

export interface DocumentWriter {
  /** Creates the document. @throws InvalidArgumentsError with position and reason if the text or template is invalid */
  write(draft: DocumentDraft): Promise<WrittenDocument>;
}
