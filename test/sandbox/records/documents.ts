import { expect } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';
import { form } from '../client.ts';

export interface Ref {
  Id: string;
  Name: string;
}
export interface Document {
  Id: string;
  docID: string;
  Name: string;
  EntityKind: 'File' | 'Folder';
  Type: Ref | null;
  Date: string | null;
  Case: Ref | null;
  Folder: { Id: string } | null;
  Author: Ref | null;
  FileId: string | null;
  FileName: string | null;
  Size: number | null;
  Extension: string | null;
  Version: number;
  CreationDate: string;
  Signatures: { UserId: string; UserName: string; Date: string; Status: string; FileId: string }[];
  Attributes: Record<string, unknown>;
}
export interface Page {
  Items: Document[];
  NextPageUrl: string | null;
}
export const names = (items: Document[]) => items.map((item) => item.Name);

/** Starts an embedded service and accesses its documents. */
export function useDocuments() {
  const sandbox = useSandbox({ profile: 'convenient', settings: { maxFileSize: 2000 } });
  const { call } = sandbox;

  const list = async (login: string, body: object) =>
    (await call<Page>(login, 'POST /api/v3/documents', body)).body.Items;

  /** Returns the only document of the section with this name, as an administrator sees it. */
  async function find(name: string): Promise<Document> {
    const found = (await list('admin', { Search: name })).filter((item) => item.Name === name);
    expect(found).toHaveLength(1);
    return found[0] as Document;
  }

  async function typeId(name: string): Promise<string> {
    const dictionaries = (
      await call<{ Items: (Ref & { SysName: string })[] }>('admin', 'GET /api/v2/dictionaries')
    ).body.Items;
    const dictionary = dictionaries.find((item) => item.SysName === 'DocumentType') as Ref;
    const values = (await call<{ Items: Ref[] }>('admin', `GET /api/v2/dictionaries/${dictionary.Id}/values`))
      .body.Items;
    return (values.find((item) => item.Name.endsWith(name)) as Ref).Id;
  }

  const create = (
    login: string,
    parts: Record<string, string | readonly string[]>,
    file?: Parameters<typeof form>[1],
  ) => call<Document>(login, 'PUT /api/v3/documents', form(parts, file));
  const download = (login: string, id: string) => call(login, `GET /api/v3/documents/Download?docID=${id}`);

  return { sandbox, call, list, find, typeId, create, download };
}
