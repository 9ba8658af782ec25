import { startAspnet } from './aspnet/index.ts';
import { startFastapi } from './fastapi/index.ts';
import { startGrown } from './grown/index.ts';
import { startSpring } from './spring/index.ts';
import type { StartStranger } from './world.ts';

/** Services by other authors, who knew only the API description. Adding one takes one line. */
export const strangers = {
  aspnet: startAspnet,
  spring: startSpring,
  grown: startGrown,
  fastapi: startFastapi,
} satisfies Readonly<Record<string, StartStranger>>;
