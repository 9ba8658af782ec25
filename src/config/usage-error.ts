/** A wrong or missing setting or command; the message is one sentence for a person. */
export class UsageError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'this program may not',
  EPERM: 'this program may not',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
};

/** Why a file cannot be used, in words that hold no path. */
export function fileTrouble(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? (reasons[code] ?? code) : 'no reason was given';
}
