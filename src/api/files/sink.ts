/** Destination of a response body. */
export interface Sink {
  /**
   * Writes a chunk of the body.
   * @returns a promise if the sender should wait; it never rejects
   * @throws CallError if the body cannot be written
   */
  write(chunk: Buffer): Promise<void> | undefined;
  /** Completes the body. @throws CallError if it could not be saved */
  end(): Promise<Received>;
  /** Discards an incomplete body. Never rejects. */
  discard(): Promise<void>;
}

export interface IncomingFile {
  /** Safe name (`safeFileName`). A number is added if the folder already has a file with this name. */
  readonly name: string;
  /** Maximum size of content that stays in memory, in bytes. Larger content is written to a file. */
  readonly keepBytes: number;
  /** Size announced by the service. */
  readonly declaredBytes: number | undefined;
}

export type Received =
  | { readonly bytes: Buffer; readonly stored?: undefined }
  | { readonly bytes?: undefined; readonly stored: StoredFile };

export interface StoredFile {
  /** Path relative to the shared folder. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
}

/** An open and checked file to send. It stays open for all attempts. */
export interface SourceFile {
  /** Size in bytes. */
  readonly size: number;
  /** Yields the whole content in chunks. @throws CallError if the file changes during the read */
  chunks(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}
