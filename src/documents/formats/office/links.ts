import { inMark } from '../../../contract/features/document-marks.ts';
/** Where a link leads, when what it shows says something else: `[link: https://…]`. */
export function linkAside(address: string, shown: string): string {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^(?:https?:\/\/|mailto:)/, '')
      .replace(/\/$/, '');
  return address === '' || plain(address) === plain(shown)
    ? ''
    : ` ${inMark('link', address.trim().slice(0, 2_000))}`;
}
