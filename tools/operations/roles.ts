import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { named } from './fields.ts';

export const roles = {
  id: 'roles',
  title: 'Roles in case',
  search: 'party plaintiff',
  operations: [
    operation({
      name: 'get_role_in_case',
      title: 'Get role in case',
      titleRu: 'Роль в деле',
      route: 'GET /api/v2/rolesInCase/{id}',
      access: 'read',
      params: { id: named('role in case') },
      description: 'One role that a participant can have in a case.',
    }),
    operation({
      name: 'list_roles_in_case',
      title: 'List roles in case',
      titleRu: 'Роли в деле',
      route: 'GET /api/v2/rolesInCase',
      access: 'read',
      description:
        'All roles that participants can have in cases (claimant, judge and so on), for adding or excluding one.',
    }),
  ],
} satisfies Area;
