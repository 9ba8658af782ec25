import type { Worded } from '../language.ts';

/** Unit in which the parts of a document are counted. */
export type DocumentUnit = 'page' | 'sheet' | 'slide' | 'part';

/** A part of a document: a page of a PDF or text document, a sheet, a slide, or a chunk of a document without pages. */
export interface DocumentPart {
  /** Position in the document, starting at 1. */
  readonly number: number;
  /** Name of a sheet or title of a slide. */
  readonly label?: string;
  /**
   * Lines of text. Headings begin with `#`, list items with `-` or their number, table rows are `| cell | cell |`.
   * Footnotes follow their reference as `[^1: …]`, tracked changes are `[+…+]` and `[-…-]` with `[change by NAME: DAY]` after them, comments `[comment by NAME:
   * …]`, hidden text `[hidden: …]`, struck text `[struck: …]`.
   */
  readonly text: string;
  /** True if the part has content other than text, such as a scan, or text that decodes to wrong characters. */
  readonly isPicture?: true;
}

/** A file inside a file: in an e-mail, an archive, a PDF. */
export interface DocumentAttachment {
  /** Position among the attachments, starting at 1. */
  readonly index: number;
  readonly name: string;
  /** Size in bytes, if the containing file states it. */
  readonly size?: number;
}

/** Content of a file, possibly incomplete because of limits. */
export interface DocumentContent {
  /** Detected type, independent of the file name: `PDF`, `Word document`, `e-mail` … */
  readonly kind: string;
  readonly unit: DocumentUnit;
  /** Number of parts in the document. */
  readonly total: number;
  /** The requested parts. Fewer if a limit was reached. */
  readonly parts: readonly DocumentPart[];
  readonly attachments: readonly DocumentAttachment[];
  /** Title, author, dates, sender and recipients from the file. They are unverified texts of its author. */
  readonly properties: Readonly<Record<string, string>>;
  /** Notes of casebridge about parts that were cut, guessed or omitted. They never contain text of the file. */
  readonly notes: readonly Worded[];
}

/** A rendered page, or a picture from the file, in a format that models accept. */
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
 * Reads untrusted files in separate processes: at most 20 s per file, with memory limits, and two files at a time for
 * all callers. It never executes or fetches anything that a file contains.
 */
export interface DocumentReader {
  /** Runs a function that keeps a whole file in memory. Only a few run at the same time, so this may wait. */
  hold<Result>(run: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
  /**
   * Reads the parts of a file.
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
   * Renders pages as grey pictures in a size for models. A picture file has one page: the picture.
   * @param numbers four at most
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
