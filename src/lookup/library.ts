import { prompts } from './prompts/index.ts';
import { resources } from './resources.ts';
import { suggest } from './suggestions.ts';

/** What people can pick beside tools. */
export const library = { resources, prompts, suggest };
