import type { Worded } from '../language.ts';

/** Unit by which parts of a document are counted. */
export type DocumentUnit = 'page' | 'sheet' | 'slide' | 'part';

/** A part of a document: a page of a PDF or text document, a sheet, a slide, or a chunk of a document without pages. */
export interface DocumentPart {
  /** Starts with 1, in document order. */
  readonly number: number;
  /** Name of a sheet or title of a slide. */
  readonly label?: string;
  /**
   * Lines of text. Headings begin with `#`, list items with `-` or their number, table rows are `| cell | cell |`.
   * Footnotes follow their reference as `[^1: …]`, tracked changes are `[+…+]` and `[-…-]`, comments `[comment by NAME:
   * …]`, hidden text `[hidden: …]`, struck text `[struck: …]`.
   */
  readonly text: string;
  /** True if the part shows more than its text, such as a scan or letters that decode to nonsense. */
  readonly isPicture?: true;
}

/** A file inside a file: in an e-mail, an archive, a PDF. */
export interface DocumentAttachment {
  /** Starts with 1. */
  readonly index: number;
  readonly name: string;
  /** Size in bytes, if the container states it. */
  readonly size?: number;
}

/** Content of a file, as far as it was read. */
export interface DocumentContent {
  /** Detected type, independent of the file name: `PDF`, `Word document`, `e-mail` … */
  readonly kind: string;
  readonly unit: DocumentUnit;
  /** Number of parts in the document. */
  readonly total: number;
  /** The requested parts, as far as the limits allow. */
  readonly parts: readonly DocumentPart[];
  readonly attachments: readonly DocumentAttachment[];
  /** Title, author, dates, sender, recipients as the file states them. They are unverified text of its author. */
  readonly properties: Readonly<Record<string, string>>;
  /** Notes of casebridge: parts that were cut, guessed or omitted. Never text of the file. */
  readonly notes: readonly Worded[];
}

/** A rendered page, or a picture in a format for models. */
export interface DocumentPicture {
  readonly number: number;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** A file to read. */
export interface DocumentFile {
  readonly bytes: Uint8Array;
  /** File name. A hint for formats without a signature, such as plain text. */
  readonly name: string;
  /** Path to a nested file: [2, 1] is the first attachment of the second member of an archive. */
  readonly inside?: readonly number[];
}

/** Range of parts, both ends included. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads untrusted files in separate processes, for at most 20 s and within memory limits, two for all callers at a
 * time. Nothing in them is executed or fetched.
 */
export interface DocumentReader {
  /** Runs a function that keeps a whole file in memory. Few run at the same time; others wait. */
  hold<Result>(run: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
  /**
   * Reads the parts of a file.
   * @param range requested parts. Default: all
   * @throws InvalidArgumentsError if the file is encrypted, damaged, too large or of an unknown type, with the reason
   * and a remedy; the reason of the signal if it is aborted
   */
  read(
    file: DocumentFile,
    range: DocumentRange | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DocumentContent>;
  /**
   * Returns pages as grey pictures in a size for models. A picture file has one page: itself.
   * @param numbers four at most
   * @throws InvalidArgumentsError as `read` does, and if the file has no pages
   */
  show(
    file: DocumentFile,
    numbers: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<readonly DocumentPicture[]>;
  /** Returns the bytes of a nested file. @throws InvalidArgumentsError as `read` does */
  extract(
    file: DocumentFile,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  close(): Promise<void>;
}
