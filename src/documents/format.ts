import type {
  DocumentPart,
  DocumentPicture,
  DocumentRange,
  DocumentUnit,
} from '../contract/features/documents/document-reader.ts';
import type { Worded } from '../contract/language.ts';

/** Reason why a file cannot be read. The code that catches the error creates the message for users. */
export type UnreadableReason = 'encrypted' | 'damaged' | 'too large' | 'unknown' | 'empty';

export class UnreadableError extends Error {
  readonly reason: UnreadableReason;
  /** @param message details without text from the file, such as 'the PDF requires a password' */
  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Resource limits for reading one file. They apply to actual output, not to sizes that the file declares. */
export interface ReadingLimits {
  readonly inflatedBytes: number;
  /** Maximum ratio of inflated to compressed bytes. */
  readonly inflatedRatio: number;
  readonly archiveEntries: number;
  readonly characters: number;
  readonly pages: number;
  /** Maximum time for reading pages, in milliseconds. Callers can then request the remaining pages by number. */
  readonly milliseconds: number;
  /** Maximum nesting depth of elements. */
  readonly depth: number;
}

/** A file embedded in another file. Its content is read only when it is opened. */
export interface InsideFile {
  readonly name: string;
  readonly size?: number;
  open(): Uint8Array | Promise<Uint8Array>;
}

/** Content of a file, as its format reader found it. */
export interface FormatContent {
  readonly kind: string;
  readonly unit: DocumentUnit;
  readonly total: number;
  readonly parts: readonly DocumentPart[];
  readonly inside?: readonly InsideFile[];
  readonly properties?: Readonly<Record<string, string>>;
  readonly notes?: readonly Worded[];
}

export interface FormatRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly range: DocumentRange | undefined;
  readonly limits: ReadingLimits;
}

/** A file type. Each format is one value of this type; `formats/index.ts` lists all of them. */
export interface Format {
  /** Checks whether the bytes are of this type, by signature if the type has one, otherwise by name. */
  is(bytes: Uint8Array, name: string): boolean;
  /** @throws UnreadableError if the file cannot be read */
  read(request: FormatRequest): FormatContent | Promise<FormatContent>;
  /** Lists the embedded files, if this is cheaper than `read`. @throws UnreadableError */
  inside?(request: FormatRequest): readonly InsideFile[] | Promise<readonly InsideFile[]>;
  /** Renders pages as pictures. Only for formats with pages. @throws UnreadableError */
  show?(
    request: FormatRequest & { readonly numbers: readonly number[] },
  ): Promise<readonly DocumentPicture[]>;
}
