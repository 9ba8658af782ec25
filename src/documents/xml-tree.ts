import type { XmlNode } from './xml.ts';

const noChildren: readonly XmlNode[] = [];

/** The elements in another one, or those of a name. */
export function childrenOf(node: XmlNode | undefined, name?: string): readonly XmlNode[] {
  if (node === undefined) return noChildren;
  return node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The first element of a name, going down by one name after the other. */
export function childOf(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of path)
    found = found?.children.find(
      (child): child is XmlNode => typeof child !== 'string' && child.name === name,
    );
  return found;
}

/** Every element of a name, however deep, in the order of the file. */
export function* descendantsOf(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of childrenOf(node))
    if (child.name === name) yield child;
    else yield* descendantsOf(child, name);
}

/** All text in an element, as it stands. */
export function innerText(node: XmlNode | undefined): string {
  let text = '';
  for (const child of node?.children ?? []) text += typeof child === 'string' ? child : innerText(child);
  return text;
}
