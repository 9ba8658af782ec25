import { inMark } from '../../../contract/features/documents/document-marks.ts';
/** Returns the address of a link as `[link: https://…]`. Returns an empty string if the visible text is the address. */
export function linkAnnotation(address: string, shown: string): string {
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
