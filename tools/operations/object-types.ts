import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { named } from './fields.ts';
import { equalsId, ofClass } from './row-checks.ts';

const objectType = { id: named('object type') };
const caseType = { id: named('case type') };
const byClass = { ObjectClassId: presumed(named('object class').optional()) };

export const objectTypes = {
  id: 'object-types',
  title: 'Object classes and types',
  search: 'type field',
  operations: [
    operation({
      name: 'get_object_class',
      title: 'Get object class',
      titleRu: 'Класс объекта',
      route: 'GET /api/v2/objectClasses/{id}',
      access: 'read',
      params: { id: named('object class') },
      description: 'One object class (for example cases, contracts).',
    }),
    operation({
      name: 'list_object_classes',
      title: 'List object classes',
      titleRu: 'Классы объектов',
      route: 'GET /api/v2/objectClasses',
      access: 'read',
      query: byClass,
      rows: { ObjectClassId: equalsId('Id') },
      description: 'All object classes at once.',
    }),
    operation({
      name: 'get_object_type',
      title: 'Get object type',
      titleRu: 'Тип объекта',
      search: { subject: 'object type, field', words: 'field, block, required, обязательный, tag' },
      route: 'GET /api/v2/objectTypes/{id}',
      access: 'read',
      params: objectType,
      description:
        'An object type with its class, blocks and fields: tags, formats, which are required. Read it before creating or editing one. Table blocks are not shown.',
    }),
    operation({
      name: 'get_case_type',
      title: 'Get case type',
      titleRu: 'Тип дела',
      search: { subject: 'case type, field', words: 'field, block, required, обязательный, tag' },
      route: 'GET /api/v2/caseTypes/{id}',
      access: 'read',
      params: caseType,
      description: 'Like get_object_type, for a case type.',
    }),
    operation({
      name: 'get_object_type_v1',
      title: 'Get object type (v1)',
      titleRu: 'Тип объекта (v1)',
      route: 'GET /api/v1/objectTypes/{id}',
      access: 'read',
      params: objectType,
      description: 'Like get_object_type (preferred), with the current date as default of date fields.',
    }),
    operation({
      name: 'get_case_type_v1',
      title: 'Get case type (v1)',
      titleRu: 'Тип дела (v1)',
      route: 'GET /api/v1/caseTypes/{id}',
      access: 'read',
      params: caseType,
      description: 'Like get_case_type (preferred), with the current date as default of date fields.',
    }),
    operation({
      name: 'list_object_types',
      title: 'List object types',
      titleRu: 'Типы объектов',
      route: 'GET /api/v2/objectTypes',
      access: 'read',
      instead: { list_case_types: 'GET /api/v2/caseTypes' },
      query: byClass,
      rows: ofClass,
      description:
        'All object types with their status, active or deleted. Objects are created only in active ones.',
    }),
    operation({
      name: 'list_case_types',
      title: 'List case types',
      titleRu: 'Типы дел',
      route: 'GET /api/v2/caseTypes',
      access: 'read',
      instead: { list_object_types: 'GET /api/v2/objectTypes' },
      query: byClass,
      rows: ofClass,
      description:
        'All case types with their status, active or deleted. Cases are created only in active ones.',
    }),
  ],
} satisfies Area;
