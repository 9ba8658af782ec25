import type { Worded } from '../language.ts';

/** What the parts of a document are that are counted and named by numbers. */
export type DocumentUnit = 'page' | 'sheet' | 'slide' | 'part';

/** A page of a PDF or of a laid-out text, a sheet, a slide, or a stretch of what has none of these. */
export interface DocumentPart {
  /** From 1, in the order of the document. */
  readonly number: number;
  /** The name of a sheet, the title of a slide. */
  readonly label?: string;
  /**
   * Lines: headings begin with `#`, items of lists with `-` or their number, rows of tables are `| cell | cell |`,
   * footnotes stand behind what they belong to as `[^1: …]`, tracked changes as `[+…+]` and `[-…-]`, comments as
   * `[comment by NAME: …]`, what nobody sees on the page as `[hidden: …]`,
   * what is struck through as `[struck: …]`.
   */
  readonly text: string;
  /** It shows something that its text does not say: a scan, or letters that decode to nonsense. */
  readonly isPicture?: true;
}

/** A file inside a file: of a message, an archive, a PDF. */
export interface DocumentAttachment {
  /** From 1. */
  readonly index: number;
  readonly name: string;
  /** In bytes, where the container says it. */
  readonly size?: number;
}

/** What a file says, as far as it was read. */
export interface DocumentContent {
  /** What it is by its bytes, whatever its name: `PDF`, `Word document`, `e-mail` … */
  readonly kind: string;
  readonly unit: DocumentUnit;
  /** How many there are in the document. */
  readonly total: number;
  /** Those that were asked for, as far as the bounds let them be read. */
  readonly parts: readonly DocumentPart[];
  readonly attachments: readonly DocumentAttachment[];
  /** Title, author, dates, sender, recipients: as the file has them. They are words of whoever wrote the file. */
  readonly properties: Readonly<Record<string, string>>;
  /** What the bridge has to say: what was cut, guessed or left out. Never words out of the file. */
  readonly notes: readonly Worded[];
}

/** A page as it looks, or a picture that an assistant takes. */
export interface DocumentPicture {
  readonly number: number;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** A file that is to be read. */
export interface DocumentFile {
  readonly bytes: Uint8Array;
  /** It is a hint for what has no mark of its own: texts of any charset. */
  readonly name: string;
  /** The way to a file inside: the second member of an archive, its first attachment: [2, 1]. */
  readonly inside?: readonly number[];
}

/** From and to, both included. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads files that nobody vouches for: apart from the server, for 20 s and within bounds of memory, two for all
 * callers at the same time. Nothing in them is run, fetched or believed.
 */
export interface DocumentReader {
  /** Whatever has a whole file in memory runs in here: few do at the same time, the others wait for their turn. */
  hold<Result>(run: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result>;
  /**
   * @param range the parts that are wanted; all without it
   * @throws InvalidArgumentsError for what cannot be read (encrypted, damaged, too large, of an unknown kind), with the
   *   reason and what the user can do; the reason of the signal
   */
  read(
    file: DocumentFile,
    range: DocumentRange | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DocumentContent>;
  /**
   * Pages as pictures, grey and of a size for a model; a file that is a picture is its own only page.
   * @param numbers four at most
   * @throws InvalidArgumentsError as `read` does, and for what has no pages to show
   */
  show(
    file: DocumentFile,
    numbers: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<readonly DocumentPicture[]>;
  /** The bytes of a file inside. @throws InvalidArgumentsError as `read` does */
  extract(
    file: DocumentFile,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  close(): Promise<void>;
}
