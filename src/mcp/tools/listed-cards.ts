import type { Tool } from '@modelcontextprotocol/server';
import { operationOf } from '../guards/effect.ts';
import { classesAtTimes, needsConfirmation, type Policy } from '../guards/policy.ts';
import { listedAnswerTool } from './answer-question.ts';
import type { AnyTool, Toolbox } from './tool.ts';

/** What a client shows cards for. */
export interface CardsShown {
  /** The page of the question, where people are asked in one. */
  readonly question: string | undefined;
  /** The page for the answers of a tool. */
  readonly pageFor: (tool: AnyTool) => string | undefined;
}

/**
 * The list for clients that show cards: each tool with the page that shows its answers, and the tool that cards call
 * themselves. Nothing else of it differs.
 */
export async function withCards(
  tools: readonly Tool[],
  toolbox: Toolbox,
  policy: Policy,
  { question, pageFor }: CardsShown,
): Promise<Tool[]> {
  const known = await toolbox.tools();
  const listed = tools.map((listedTool) => {
    const tool = known.get(listedTool.name);
    if (tool === undefined) return listedTool;
    const page = pageFor(tool) ?? (mayAsk(tool, policy) ? question : undefined);
    return page === undefined ? listedTool : { ...listedTool, _meta: { ui: { resourceUri: page } } };
  });
  return question === undefined ? listed : [...listed, listedAnswerTool];
}

/** Whether a call of the tool may have to be agreed to. */
function mayAsk(tool: AnyTool, policy: Policy): boolean {
  if (tool.kind === 'meta')
    return (
      tool.passesOn !== undefined &&
      [...policy.confirm].some((name) => (name === 'read') === (tool.passesOn === 'read'))
    );
  const operation = operationOf(tool.definition);
  const atTimes = operation === undefined ? [] : classesAtTimes(operation);
  return needsConfirmation(policy, tool.definition) || atTimes.some((name) => policy.confirm.has(name));
}
