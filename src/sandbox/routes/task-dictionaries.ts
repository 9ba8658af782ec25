import { namedRoutes } from './named-routes.ts';

/** Types, statuses and priorities of tasks. */
export const taskDictionaryRoutes = [
  ...namedRoutes('taskTypes', 'task type', (world) => world.taskTypes),
  ...namedRoutes('taskStatuses', 'task status', (world) => world.taskStatuses),
  ...namedRoutes('taskPriorities', 'task priority', (world) => world.taskPriorities),
];
