import { startAspnet } from './aspnet/index.ts';
import { startGrown } from './grown/index.ts';
import { startSpring } from './spring/index.ts';
import type { StartStranger } from './world.ts';

/** Services written from the API's description alone. A further one is one line. */
export const strangers: Readonly<Record<string, StartStranger>> = {
  aspnet: startAspnet,
  spring: startSpring,
  grown: startGrown,
};
