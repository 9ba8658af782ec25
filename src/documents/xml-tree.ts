import type { XmlNode } from './xml.ts';

const noChildren: readonly XmlNode[] = [];

/** Returns the child elements, or only those with the given name. */
export function childrenOf(node: XmlNode | undefined, name?: string): readonly XmlNode[] {
  if (node === undefined) return noChildren;
  return node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** Follows a path of element names and takes the first match at each step. Returns undefined if there is no match. */
export function childOf(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of path)
    found = found?.children.find(
      (child): child is XmlNode => typeof child !== 'string' && child.name === name,
    );
  return found;
}

/** Returns all descendants with a name, in document order. Does not search inside the elements that it returns. */
export function* descendantsOf(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of childrenOf(node))
    if (child.name === name) yield child;
    else yield* descendantsOf(child, name);
}

export function innerText(node: XmlNode | undefined): string {
  let text = '';
  for (const child of node?.children ?? []) text += typeof child === 'string' ? child : innerText(child);
  return text;
}
