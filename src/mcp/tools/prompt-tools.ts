import type { Prompt } from '../../contract/features/prompt.ts';
import type { Skill } from '../../contract/features/skill.ts';
import type { Policy } from '../guards/policy.ts';
import type { AnyTool } from './tool.ts';

/** Checks whether the policy offers all tools that a prompt or skill names in backticks. */
export function canBeFollowed(
  { en }: Prompt | Skill,
  tools: ReadonlyMap<string, AnyTool>,
  policy: Policy,
): boolean {
  const named = Array.from(en.text.matchAll(/`([a-z][\w]*)`/g), ([, tool = '']) => tool);
  return named.every((tool) => tools.get(tool)?.isOffered(policy) === true);
}
