import type { Listed } from './model.ts';
import { plain } from './world.ts';

/** Returns all records of a user in the service. */
export async function listOf(
  service: string,
  token: string,
  mark: string,
  CaseId: string,
): Promise<Listed[]> {
  const nonceIn = (text: unknown) => /^Chaos\d+x\d+e/.exec(String(text))?.[0] ?? String(text).slice(0, 40);
  const pages = async (ask: (page: number) => Promise<any>): Promise<any[]> => {
    const items: any[] = [];
    for (let page = 1; ; page += 1) {
      const { Items, NextPageUrl } = await ask(page);
      items.push(...Items);
      if (!NextPageUrl || Items.length === 0) return items;
    }
  };
  const get = (path: string) =>
    pages((page) => plain(service, `${path}&Page=${page}&PageSize=100`, { token }));
  const tasks = await get(`/api/v2/tasks?CaseId=${CaseId}`);
  const events = await get(`/api/v2/events?CaseId=${CaseId}`);
  const people = await get(`/api/v2/participants?Name=${mark}`);
  const documents = await pages((Page) =>
    plain(service, '/api/v3/documents', { token, body: { Search: mark, Page, PageSize: 100 } }),
  );
  const own = await plain(service, `/api/v2/objects/${CaseId}`, { token });
  return [
    { kind: 'case', id: CaseId, nonce: nonceIn(own.Description) },
    ...tasks.map(({ Id, Description }) => ({ kind: 'task' as const, id: Id, nonce: nonceIn(Description) })),
    ...events.map(({ Id, Description }) => ({ kind: 'event' as const, id: Id, nonce: nonceIn(Description) })),
    ...people
      .filter(({ IndividualInfo }) => String(IndividualInfo?.FirstName) === mark)
      .map(({ Id, IndividualInfo }) => ({
        kind: 'participant' as const,
        id: Id,
        nonce: nonceIn(IndividualInfo.LastName),
      })),
    ...documents
      .filter(({ Name, EntityKind }) => EntityKind === 'File' && String(Name).startsWith(mark))
      .map(({ Id, Name }) => ({ kind: 'document' as const, id: Id, nonce: nonceIn(Name) })),
  ];
}
