import type {
  DocumentPart,
  DocumentPicture,
  DocumentRange,
  DocumentUnit,
} from '../contract/features/document-reader.ts';
import type { Worded } from '../contract/language.ts';

/** Why a file cannot be read; the rest of the sentence for people is made where it is caught. */
export type UnreadableReason = 'encrypted' | 'damaged' | 'too large' | 'unknown' | 'empty';

/** @see UnreadableReason */
export class UnreadableError extends Error {
  readonly reason: UnreadableReason;
  /** @param message what exactly: 'the PDF asks for a password', 'word/document.xml ends in the middle'; no words out of the file */
  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What reading one file may take, whatever the file says of itself. */
export interface ReadingLimits {
  /** Bytes that come out of anything compressed, counted as they come. */
  readonly inflatedBytes: number;
  /** How many times larger they may be than what they came from. */
  readonly inflatedRatio: number;
  readonly archiveEntries: number;
  /** Characters of text in all. */
  readonly characters: number;
  readonly pages: number;
  /** Pages that take long are read no longer than this: the others are asked for by their numbers. */
  readonly milliseconds: number;
  /** Of elements within elements. */
  readonly depth: number;
}

/** A file inside a file, which is opened when it is asked for. */
export interface InsideFile {
  readonly name: string;
  readonly size?: number;
  open(): Uint8Array | Promise<Uint8Array>;
}

/** What a format's reader found. */
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

/** A kind of file. Each format is one value of this type; the list of all is `formats/index.ts`. */
export interface Format {
  /** Whether the bytes are of this kind: by their marks, not by their name, where they have any. */
  is(bytes: Uint8Array, name: string): boolean;
  /** @throws UnreadableError */
  read(request: FormatRequest): FormatContent | Promise<FormatContent>;
  /** The files in it, where finding them takes less than reading. @throws UnreadableError */
  inside?(request: FormatRequest): readonly InsideFile[] | Promise<readonly InsideFile[]>;
  /** Its pages as pictures, where it has pages. @throws UnreadableError */
  show?(
    request: FormatRequest & { readonly numbers: readonly number[] },
  ): Promise<readonly DocumentPicture[]>;
}
