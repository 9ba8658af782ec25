/** Where the body of an answer goes instead of memory. */
export interface Sink {
  /**
   * Takes a piece of the body.
   * @returns a promise where further pieces should wait for it; it never fails
   * @throws CallError where the body cannot be taken
   */
  write(chunk: Buffer): Promise<void> | undefined;
  /** The body is complete. @throws CallError where it could not be kept */
  end(): Promise<Received>;
  /** The body broke off, or nobody waits for it: nothing is left of it. Never fails. */
  discard(): Promise<void>;
}

/** A file that is about to come. */
export interface IncomingFile {
  /** A safe name (`safeFileName`); a number is added where the directory has it already. */
  readonly name: string;
  /** Up to this size, in bytes, the content stays in memory and no file is made. */
  readonly keepBytes: number;
  /** Size that the service announced. */
  readonly declaredBytes: number | undefined;
}

/** A body that was taken: small enough for memory, or a file. */
export type Received =
  | { readonly bytes: Buffer; readonly stored?: undefined }
  | { readonly bytes?: undefined; readonly stored: StoredFile };

/** A file in the shared folder. */
export interface StoredFile {
  /** Relative to the shared folder. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A file to send, checked and open. It stays open for every attempt to send it. */
export interface SourceFile {
  /** In bytes. */
  readonly size: number;
  /** The content from its beginning, in pieces. @throws CallError where the file changes meanwhile */
  chunks(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}
