/**
 * Returns the form of a login by which persons are told apart. Letter case, blanks around it, invisible characters and
 * the forms of Unicode make no difference. `DOMAIN\\user` and `user@domain` stay two, because nothing says that they are one.
 */
export const loginKey = (login: string): string =>
  login
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .normalize('NFKC');
