import type { Server, ServerContext, Tool } from '@modelcontextprotocol/server';
import type { Policy } from './guards/policy.ts';
import { showsCards, wayToAsk } from './guards/ways-to-ask.ts';
import type { Services } from './services.ts';
import { type CardsShown, withCards } from './tools/listed-cards.ts';

/** The cards that the client of a request shows; undefined where it shows none. */
export function cardsShownBy(
  { cards, policy }: Pick<Services, 'cards' | 'policy'>,
  server: Server,
  context: ServerContext,
): CardsShown | undefined {
  if (cards === undefined || !showsCards(server, context)) return undefined;
  const { pages } = cards;
  const isAskedThere = wayToAsk(policy, server, context) === 'card';
  return {
    question: isAskedThere ? pages.addressOf('question') : undefined,
    pageFor: () => undefined,
  };
}

const kept = new WeakMap<readonly Tool[], Map<boolean, Promise<Tool[]>>>();

/** The list with them; made once for each list. */
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
