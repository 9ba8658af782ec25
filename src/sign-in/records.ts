import type { SharedState } from '../shared-state/shared-state.ts';

/** Store for sign-ins, under hashed keys. Each update is atomic. */
export type Records = Pick<SharedState, 'get' | 'update'>;
