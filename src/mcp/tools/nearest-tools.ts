import { nearestWord } from '../../contract/spelling.ts';
import { isAllowed, type Policy } from '../guards/policy.ts';
import type { CallableTool, Toolbox } from './tool.ts';

/** Returns a sentence with the tools that may be meant, best first; empty if none. */
export async function nearestTools(
  { toolbox, policy }: { readonly toolbox: Toolbox; readonly policy: Policy },
  wanted: string,
  fits: (tool: CallableTool) => boolean = () => true,
): Promise<string> {
  const all = await toolbox.tools();
  // An unknown name may be misspelt, or it may consist of search words.
  const spelt = all.get(nearestWord(wanted, all.keys()) ?? '');
  const near = [...(spelt ? [spelt] : []), ...(await toolbox.search(wanted)).tools]
    .filter((tool) => tool.kind !== 'meta' && isAllowed(policy, tool.definition) && fits(tool))
    .map(({ definition }) => definition.name);
  const names = [...new Set(near)].slice(0, 3);
  return names.length > 0 ? ` Similar tools: ${names.join(', ')}.` : '';
}
