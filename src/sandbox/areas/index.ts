import type { Route } from '../route.ts';
import { objectClassRoutes } from './object-classes.ts';

/** All routes of the service, in the order of the API description. */
export const areas: readonly (readonly Route[])[] = [objectClassRoutes];
