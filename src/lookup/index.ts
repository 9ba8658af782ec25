import type { Lookup } from '../contract/lookup.ts';
import { caseBrief } from './case-brief.ts';
import { findCase } from './find-case.ts';
import { whoAmI } from './who-am-i.ts';

/** Answers in the user's own words, in the order in which assistants see them. */
export const lookups: readonly Lookup[] = [findCase, caseBrief, whoAmI];
