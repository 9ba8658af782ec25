import { prompts } from '../../tools/prompts/index.ts';
import { suggest } from './completions.ts';
import { resources } from './resources.ts';

/** What people can pick beside tools. */
export const library = { resources, prompts, suggest };
