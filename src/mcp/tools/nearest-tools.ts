import { nearestWord } from '../../contract/spelling.ts';
import { isAllowed, type Policy } from '../guards/policy.ts';
import type { AnyTool, CallableTool, Toolbox } from './tool.ts';

const nameOf = ({ definition }: AnyTool): string => definition.name;

/**
 * Returns a sentence with the tools that may be meant, best first, and the arguments of the best one. Returns an empty
 * string if there is none.
 */
export async function nearestTools(
  { toolbox, policy }: { readonly toolbox: Toolbox; readonly policy: Policy },
  wanted: string,
  fits: (tool: CallableTool) => boolean = () => true,
): Promise<string> {
  const all = await toolbox.tools();
  // An unknown name may be misspelt, or it may consist of search words.
  const spelt = all.get(nearestWord(wanted, all.keys()) ?? '');
  const near = [...(spelt ? [spelt] : []), ...(await toolbox.search(wanted)).tools].filter(
    (tool) => tool.kind !== 'meta' && isAllowed(policy, tool.definition) && fits(tool),
  );
  const [best, ...others] = [...new Set(near)].slice(0, 3);
  if (best === undefined) return '';
  const { argumentsText } = await import('./describe-tool.ts');
  const names = [`${best.definition.name} (${argumentsText(best)})`, ...others.map(nameOf)];
  return ` Similar tools: ${names.join(', ')}.`;
}
