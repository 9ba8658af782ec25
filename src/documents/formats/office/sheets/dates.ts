const day = 86_400_000;
/** Of spreadsheets: the day before the first, as they take 1900 for a leap year. */
const zero = Date.UTC(1899, 11, 30);
/** 31 December 9999. */
const last = 2_958_466;

const monthsRussian = [
  ...['января', 'февраля', 'марта', 'апреля', 'мая', 'июня'],
  ...['июля', 'августа', 'сентября', 'октября', 'ноября', 'декабря'],
];
const monthsEnglish = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const token =
  /"[^"]{0,99}"|\\.|\[h{1,9}\]|\[m{1,9}\]|\[s{1,9}\]|\[[^\]]{0,99}\]|_.|AM\/PM|y{1,9}|m{1,9}|d{1,9}|h{1,9}|s{1,9}|./giu;

/** Whether a format shows a date or a time. */
export const isDateFormat = (section: string): boolean =>
  /[ymdhs]/i.test(
    section.replace(/"[^"]{0,99}"|\\.|\[(?![hms]{1,9}\])[^\]]{0,99}\]|_.|General|Основной/gi, ''),
  );

/** A day, counted as spreadsheets count them, by a format; names of weekdays are left out. */
export function dateText(serial: number, section: string): string {
  if (serial >= last) return String(serial);
  const moment = new Date(zero + Math.round((serial < 60 ? serial + 1 : serial) * day));
  const seconds = Math.round(serial * 86_400);
  const tokens = section.match(token) ?? [];
  const isRussian = /\[\$[^\]]*-(?:FC|F8)?0*19\]|\[\$-[^\]]*419\]|[а-я]/i.test(section);
  const hasHalves = tokens.some((one) => one.toUpperCase() === 'AM/PM');
  let previous = '';
  const text = tokens.map((one, index) => {
    const kind = one.toLowerCase();
    const isMinute =
      kind.startsWith('m') && kind.length < 3 && (previous.startsWith('h') || nextOf(tokens, index) === 's');
    const shown = part(kind, moment, seconds, isMinute, { isRussian, hasHalves }) ?? literal(one);
    if (/^\[?[ymdhs]/.test(kind)) previous = kind.replace('[', '');
    return shown;
  });
  return text.join('').replace(/\s+/g, ' ').trim();
}

const nextOf = (tokens: readonly string[], index: number): string | undefined =>
  tokens
    .slice(index + 1)
    .find((one) => /^[ymdhs]/i.test(one))
    ?.charAt(0)
    .toLowerCase();

const two = (value: number, length: number): string => String(value).padStart(Math.min(length, 2), '0');

function part(
  kind: string,
  moment: Date,
  seconds: number,
  isMinute: boolean,
  { isRussian, hasHalves }: { readonly isRussian: boolean; readonly hasHalves: boolean },
): string | undefined {
  const { length } = kind;
  const hours = moment.getUTCHours();
  if (kind.startsWith('[h')) return String(Math.floor(seconds / 3600));
  if (kind.startsWith('[m')) return String(Math.floor(seconds / 60));
  if (kind.startsWith('[s')) return String(seconds);
  if (kind === 'am/pm') return hours < 12 ? 'AM' : 'PM';
  if (kind.startsWith('y'))
    return length > 2 ? String(moment.getUTCFullYear()) : two(moment.getUTCFullYear() % 100, 2);
  if (kind.startsWith('d')) return length > 2 ? '' : two(moment.getUTCDate(), length);
  if (kind.startsWith('h')) return two(hasHalves ? hours % 12 || 12 : hours, length);
  if (kind.startsWith('s')) return two(moment.getUTCSeconds(), length);
  if (!kind.startsWith('m')) return undefined;
  if (isMinute) return two(moment.getUTCMinutes(), length);
  if (length < 3) return two(moment.getUTCMonth() + 1, length);
  return (isRussian ? monthsRussian : monthsEnglish)[moment.getUTCMonth()];
}

function literal(one: string): string {
  if (one.startsWith('"')) return one.slice(1, -1);
  if (one.startsWith('\\')) return one.slice(1);
  return one.startsWith('[') || one.startsWith('_') || one === '@' || one === '*' ? '' : one;
}
