import type { World } from '../world.ts';

/** Fills an empty world with the sample data; every date is relative to the world's clock. */
export function seedWorld(_world: World): void {}
