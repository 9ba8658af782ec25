import { namedRoutes } from './named-routes.ts';

export const eventTypeRoutes = namedRoutes('eventTypes', 'event type', (world) => world.eventTypes);
