import { idsByKey, type Seeding } from './build.ts';
import { classId } from './classes-and-types.ts';
import { kinds } from './kinds.ts';
import { userId } from './users.ts';

type FolderRow = readonly [key: string, name: string, parent: string | null, classKey?: 'Contract'];

/**
 * Folders on three levels. `Москва — апелляция` is inside `Москва`, so a search for this word finds a folder within
 * another match (FOL-6).
 */
const folders: readonly FolderRow[] = [
  ['litigation', 'Судебные дела / Litigation', null],
  ['moscow', 'Москва', 'litigation'],
  ['commercial', 'Арбитраж', 'moscow'],
  ['moscowAppeal', 'Москва — апелляция', 'moscow'],
  ['zarechye', 'Заречье', 'litigation'],
  ['london', 'London', 'litigation'],
  ['commercialCourt', 'Commercial Court', 'london'],
  ['insolvency', 'Банкротство и налоги / Insolvency and tax', null],
  ['insurance', 'Страхование / Insurance', null],
  ['restricted', 'Внутренние расследования / Internal inquiries', null],
  ['contracts', 'Договоры / Contracts', null, 'Contract'],
  ['claims', 'Претензии / Claims', 'contracts', 'Contract'],
];

type ProjectRow = readonly [key: string, name: string, folder: string, classKey?: 'Contract'];

const projects: readonly ProjectRow[] = [
  ['vector', 'Проект «Вектор»', 'commercial'],
  ['northbridge', 'Northbridge programme', 'commercialCourt'],
  ['insurance', 'Страховые споры / Insurance disputes', 'insurance'],
  ['contracts', 'Договорная кампания', 'contracts', 'Contract'],
  ['insolvency', 'Банкротства / Insolvencies', 'insolvency'],
];

export const folderId = idsByKey(
  kinds.folder,
  folders.map(([key]) => key),
);
export const projectId = idsByKey(
  kinds.project,
  projects.map(([key]) => key),
);

/** Fills folders and projects. */
export function seedFolders({ world, entity }: Seeding): void {
  for (const [index, [key, name, parent, classKey = 'Case']] of folders.entries())
    world.folders.insert({
      ...entity(kinds.folder, index + 1, 390),
      name,
      objectClassId: classId(classKey),
      ...(parent ? { parentId: folderId(parent) } : {}),
      ...(key === 'restricted' ? { hiddenFrom: [userId('kate')] } : {}),
    });
  for (const [index, [, name, folder, classKey = 'Case']] of projects.entries())
    world.projects.insert({
      ...entity(kinds.project, index + 1, 350, 40),
      name,
      folderId: folderId(folder),
      objectClassId: classId(classKey),
    });
}
