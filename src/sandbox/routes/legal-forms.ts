import { namedRoutes } from './named-routes.ts';

export const legalFormRoutes = namedRoutes('legalForms', 'legal form', (world) => world.legalForms);
