import { flag, id, moment, refers, written } from './table.ts';

/** Columns that several tables have. */

export const dates = [
  moment('created', 'CreationDate', 'Created / Создано'),
  moment('changed', 'LastChangeDate', 'Changed / Изменено'),
];
export const ofCase = refers('case_name', 'Case', 'Case / Дело', {
  of: 'object',
  to: 'cases or objects',
  as: 'case_id',
});
export const mine = (field: string, title: string) => flag('mine', `~mine.${field}`, title);
export const caseNumber = written('case_number', '~case_number', 'Number of the case / Номер дела');
export const named = [id(), written('name', 'Name', 'Name / Название')];
