import { namedRoutes } from './named-routes.ts';

export const roleRoutes = namedRoutes('rolesInCase', 'role in case', (world) => world.rolesInCase);
