export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const ownMember = (node: Node, name: string): unknown =>
  Object.hasOwn(node, name) ? node[name] : undefined;

/** Maximum length of a chain of references. */
const maxSteps = 32;

/** Follows references within a document. Returns undefined for a missing, circular or external target. */
export type Resolve = (value: unknown) => Node | undefined;

export function createResolver(document: Node): Resolve {
  return (value) => {
    let node = value;
    for (let step = 0; step < maxSteps && isNode(node); step += 1) {
      const pointer = ownMember(node, '$ref');
      if (pointer === undefined) return node;
      node = typeof pointer === 'string' ? pointed(document, pointer) : undefined;
    }
    return undefined;
  };
}

/** Resolves a JSON pointer in a URI fragment (RFC 6901, 6). Returns undefined for other documents. */
function pointed(document: Node, pointer: string): unknown {
  if (!pointer.startsWith('#/') || pointer.length > 1000) return undefined;
  const path = decoded(pointer.slice(2));
  let node: unknown = document;
  for (const step of path?.split('/') ?? []) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) node = /^\d{1,6}$/.test(name) ? node[Number(name)] : undefined;
    else node = isNode(node) ? ownMember(node, name) : undefined;
  }
  return path === undefined ? undefined : node;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
