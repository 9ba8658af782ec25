import type { Route } from '../route.ts';
import type { Settings } from '../world.ts';
import { authRoutes, mcpSettingsRoute } from './auth.ts';
import { objectClassRoutes } from './object-classes.ts';

/** All routes of the service, in the order of the API description. */
export const areas: readonly (readonly Route[])[] = [authRoutes, objectClassRoutes];

/** All routes of a service with these settings. */
export const routesFor = (settings: Settings): Route[] => [
  ...areas.flat(),
  mcpSettingsRoute(settings.mcpSettingsPath),
];
