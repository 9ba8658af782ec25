import type { XmlNode } from '../../../xml.ts';
import { childrenOf, innerText } from '../../../xml-tree.ts';

/** Text that may have letters of several kinds; how it is pronounced is no part of it. */
export function richText(node: XmlNode | undefined): string {
  return childrenOf(node)
    .map((child) => (child.name === 's:t' ? innerText(child) : child.name === 's:r' ? richText(child) : ''))
    .join('');
}
