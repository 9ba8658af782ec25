/**
 * Normalizes a login for comparison. Ignores letter case, surrounding spaces, invisible characters and Unicode
 * variants. `DOMAIN\\user` and `user@domain` stay different, because they may be different users.
 */
export const loginKey = (login: string): string =>
  login
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .normalize('NFKC');
