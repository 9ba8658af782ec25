import type { SharedState } from '../shared-state/shared-state.ts';

/** Where sign-ins are kept: under keys that tell nothing. Each change of one is whole, whoever else makes one. */
export type Records = Pick<SharedState, 'get' | 'update'>;
