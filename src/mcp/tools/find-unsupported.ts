import type { Unsupported } from '../../contract/features/toolsets.ts';

/** Returns what to say of a request that no operation fulfils; undefined for any other. */
export function findUnsupported(list: readonly Unsupported[], query: string): string | undefined {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}.-]+/u);
  const fits = (one: string) =>
    one.startsWith('=') ? words.includes(one.slice(1)) : words.some((word) => word.startsWith(one));
  return list.find(({ groups }) => groups.every((group) => group.split(' ').some(fits)))?.say;
}
