import type { Worded } from '../../language.ts';

/** Unit into which a document is divided. */
export type DocumentUnit = 'page' | 'sheet' | 'slide' | 'part';

/** A part of a document: a page of a PDF or text document, a sheet, a slide, or a chunk of a document without pages. */
export interface DocumentPart {
  /** Position in the document, starting at 1. */
  readonly number: number;
  /** Name of a sheet or title of a slide. */
  readonly label?: string;
  /**
   * Lines of the part. Headings begin with `#`, list items with `-` or their number, and table rows are `| cell | cell
   * |`. A footnote follows its reference as `[^1: …]`. Tracked changes are `[+…+]` and `[-…-]` with
   * `[change by NAME: DAY]` after them, comments `[comment by NAME: …]`, hidden text `[hidden: …]`, and struck text
   * `[struck: …]`.
   */
  readonly text: string;
  /** True if the part shows more than `text`, such as a scan, or if its text decodes to wrong characters. */
  readonly isPicture?: true;
}

/** A file inside another file: in an e-mail, an archive or a PDF. */
export interface DocumentAttachment {
  /** Position among the attachments, starting at 1. */
  readonly index: number;
  readonly name: string;
  /** Size in bytes, if the containing file specifies it. */
  readonly size?: number;
}

/** Content of a file, possibly incomplete because of limits. */
export interface DocumentContent {
  /** Detected file type, independent of the file name: `PDF`, `Word document`, `e-mail` … */
  readonly kind: string;
  readonly unit: DocumentUnit;
  /** Number of parts in the whole document. */
  readonly total: number;
  /** The requested parts. Fewer if a limit was reached. */
  readonly parts: readonly DocumentPart[];
  readonly attachments: readonly DocumentAttachment[];
  /** Title, author, dates, sender and recipients. The author of the file can write anything here. */
  readonly properties: Readonly<Record<string, string>>;
  /** Notes from casebridge about parts that were cut, guessed or omitted. They never contain text from the file. */
  readonly notes: readonly Worded[];
}

/** A rendered page, or an image from the file, in a format that models accept. */
export interface DocumentPicture {
  readonly number: number;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

export interface DocumentFile {
  readonly bytes: Uint8Array;
  /** File name. It helps to detect formats without a signature, such as plain text. */
  readonly name: string;
  /** Path to a nested file: `[2, 1]` is the first attachment of the archive's second member. */
  readonly inside?: readonly number[];
}

/** Range of part numbers, both ends included. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads untrusted files in separate processes: at most 20 s per file, with memory limits, and two files at a time for
 * all callers. It never executes or fetches anything that a file contains.
 */
export interface DocumentReader {
  /** Waits until one of a few slots is free, then runs a function that keeps a file in memory. */
  hold<Result>(run: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
  /**
   * Reads parts of a file.
   * @param range requested parts. Default: all
   * @throws InvalidArgumentsError with reason and remedy if the file is encrypted, damaged, too large or of an unknown
   * type; the abort reason if the signal is aborted
   */
  read(
    file: DocumentFile,
    range: DocumentRange | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DocumentContent>;
  /**
   * Renders pages as grayscale images, scaled for models. An image file counts as one page.
   * @param numbers page numbers, at most four
   * @throws InvalidArgumentsError under the same conditions as `read`, and if the file has no pages
   */
  show(
    file: DocumentFile,
    numbers: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<readonly DocumentPicture[]>;
  /** Returns the bytes of a nested file. @throws InvalidArgumentsError under the same conditions as `read` */
  extract(
    file: DocumentFile,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  close(): Promise<void>;
}
