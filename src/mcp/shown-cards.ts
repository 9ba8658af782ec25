import type { Server, ServerContext, Tool } from '@modelcontextprotocol/server';
import { listedAnswerTool } from './answer-question.ts';
import { operationOf } from './guards/effect.ts';
import { classesAtTimes, needsConfirmation, type Policy } from './guards/policy.ts';
import { showsCards, wayToAsk } from './guards/ways-to-ask.ts';
import type { Services } from './services.ts';
import type { AnyTool, Toolbox } from './tools/tool.ts';

interface CardsShown {
  /** Address of the page for confirmations. Undefined if cards are not used for them. */
  readonly question: string | undefined;
  /** Returns the address of the page for a tool's answers. Returns undefined if the tool has no card. */
  readonly pageFor: (tool: AnyTool) => string | undefined;
}

/** Returns the tool list with the pages of the cards, and with the tool that a card calls to send the user's answer. */
async function withCards(
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

function mayAsk(tool: AnyTool, policy: Policy): boolean {
  if (tool.kind === 'meta')
    return (
      tool.passesOn !== undefined &&
      [...policy.confirm].some((name) => (name === 'read') === (tool.passesOn === 'read'))
    );
  // A plan may contain changes of every access class, so it may need a confirmation if any class needs one.
  if (tool.kind === 'workflow' && tool.definition.proposal !== undefined) return policy.confirm.size > 0;
  const operation = operationOf(tool.definition);
  const atTimes = operation === undefined ? [] : classesAtTimes(operation);
  return needsConfirmation(policy, tool.definition) || atTimes.some((name) => policy.confirm.has(name));
}

/** Returns the cards that the client of a request shows. Returns undefined if it shows none. */
export function cardsShownBy(
  { cards, policy }: Pick<Services, 'cards' | 'policy'>,
  server: Server,
  context: ServerContext,
): CardsShown | undefined {
  if (cards === undefined || !showsCards(server, context)) return undefined;
  const { pages, showAnswers } = cards;
  const isAskedThere = wayToAsk(policy, server, context) === 'card';
  return {
    question: isAskedThere ? pages.addressOf('question') : undefined,
    pageFor: (tool) => {
      const card = tool.kind === 'workflow' && showAnswers ? tool.definition.card : undefined;
      return card && pages.addressOf(card);
    },
  };
}

const kept = new WeakMap<readonly Tool[], Map<boolean, Promise<Tool[]>>>();

/** Returns the tool list with cards. The result is cached per list. */
export function listedWithCards(
  tools: readonly Tool[],
  { toolbox }: Pick<Services, 'toolbox'>,
  policy: Policy,
  shown: CardsShown,
): Promise<Tool[]> {
  const known = kept.get(tools) ?? new Map<boolean, Promise<Tool[]>>();
  kept.set(tools, known);
  const isAsked = shown.question !== undefined;
  const list = known.get(isAsked) ?? withCards(tools, toolbox, policy, shown);
  known.set(isAsked, list);
  return list;
}
