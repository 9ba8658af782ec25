import { existsSync, readFileSync } from 'node:fs';
import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { CardName } from '../../contract/features/card.ts';
import { lazy } from '../../util/lazy.ts';
import type { Policy } from '../guards/policy.ts';
import { cardMediaType } from '../guards/ways-to-ask.ts';

/** The pages of cards, which clients read by their addresses and show. */
export interface CardPages {
  /**
   * It changes with the page, so that clients which keep pages read it anew. No longer than that takes: lists repeat it
   * with every tool that may ask, and digits are few tokens.
   */
  readonly addressOf: (name: CardName) => string;
  readonly list: () => Resource[];
  /** @throws ResourceNotFoundError where the address is none of a page */
  readonly read: (uri: string) => ReadResourceResult;
}

/** The build leaves them beside the program. */
const file = new URL('../cards.json', import.meta.url);

interface Page {
  readonly title: string;
  readonly version: string;
  readonly html: string;
}

export const cardScheme = 'ui://';

/** A page reaches nothing but its host. */
const meta = {
  ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
  'openai/widgetPrefersBorder': true,
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
};

export interface CardsAndPolicy {
  readonly policy: Policy;
  /** Undefined where none are shown. */
  readonly cards: Cards | undefined;
}

export interface Cards {
  readonly pages: CardPages;
  /** Whether they show more than questions. */
  readonly showAnswers: boolean;
}

/** The cards that are shown, and how people can be asked with them: in none where there are no pages of them. */
export function cardsFor(policy: Policy, showAnswers: boolean): CardsAndPolicy {
  const pages = showAnswers || policy.askBy?.has('card') ? openCardPages() : undefined;
  return pages
    ? { policy, cards: { pages, showAnswers } }
    : { policy: { ...policy, askBy: new Set(['dialog']) }, cards: undefined };
}

/** Undefined in a program that was not built. */
function openCardPages(): CardPages | undefined {
  if (!existsSync(file)) return undefined;
  const pages = lazy(() => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Page>);
  const pageOf = (name: string) => (Object.hasOwn(pages(), name) ? pages()[name] : undefined);
  const addressOf = (name: string) => `${cardScheme}${name}${pageOf(name)?.version}`;
  return {
    addressOf,
    list: () =>
      Object.entries(pages()).map(([name, { title }]) => ({
        uri: addressOf(name),
        name: `${name} card`,
        title,
        mimeType: cardMediaType,
      })),
    read: (uri) => {
      // A list that a client has kept may name an older version, which is read as it is now.
      const name = /^ui:\/\/([a-z]+)\d{6}$/.exec(uri)?.[1];
      const page = name === undefined ? undefined : pageOf(name);
      if (page === undefined) throw new ResourceNotFoundError(uri, 'There is no such card.');
      return { contents: [{ uri, mimeType: cardMediaType, text: page.html, _meta: meta }] };
    },
  };
}
