import { z } from 'zod';
import { guid, lastMoment, moment } from '../../http/model-binding.ts';
import { contains } from '../../http/pagination.ts';
import type { DocumentItem } from '../../state/entities/documents.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { reaches } from '../permissions.ts';
import { type ShownNames, shownNames } from '../shown-names.ts';
import { documentAccess, isBelow, requireFolder } from './documents.ts';

export const listBody = z.object({
  FolderId: guid.nullish(),
  EntityKind: z.enum(['File', 'Folder']).nullish(),
  TypeId: guid.nullish(),
  AuthorId: guid.nullish(),
  CreationDateFrom: moment.nullish(),
  CreationDateTo: lastMoment.nullish(),
  Search: z.string().nullish(),
  Page: z.int().optional(),
  PageSize: z.int().optional(),
});

/**
 * Lists the content of a folder, or the top level of the Documents section if no folder is given. A filter by type,
 * author, creation date or text also searches all levels below. Filters on type or creation date exclude folders
 * (DCO-21).
 */
export function listDocuments(world: World, user: User, asked: z.output<typeof listBody>): DocumentItem[] {
  const names = shownNames(world, user);
  const folder = asked.FolderId ? requireFolder(world, user, asked.FolderId, 'View') : undefined;
  const filesOnly = Boolean(asked.TypeId || asked.CreationDateFrom || asked.CreationDateTo);
  const searching = filesOnly || Boolean(asked.AuthorId || asked.Search);
  return world.documents
    .filter((item) => (searching ? isBelow(world, item, folder?.id) : item.parentId === folder?.id))
    .filter((item) => !filesOnly || item.kind === 'File')
    .filter((item) => !asked.EntityKind || item.kind === asked.EntityKind)
    .filter((item) => !asked.TypeId || item.typeId === asked.TypeId)
    .filter((item) => !asked.AuthorId || item.authorId === asked.AuthorId)
    .filter((item) => !asked.CreationDateFrom || item.createdAt >= asked.CreationDateFrom)
    .filter((item) => !asked.CreationDateTo || item.createdAt <= asked.CreationDateTo)
    .filter((item) => !asked.Search || matches(world, names, item, asked.Search))
    .filter((item) => reaches(documentAccess(world, user, item), 'View'))
    .sort((left, right) => right.kind.localeCompare(left.kind) || names.byName(left, right));
}

function matches(world: World, names: ShownNames, item: DocumentItem, text: string): boolean {
  const texts = [
    names.of(item.name),
    world.files.get(item.fileId)?.name,
    ...Object.values(item.attributes).map(asText),
  ];
  return texts.some((candidate) => contains(candidate, text));
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
