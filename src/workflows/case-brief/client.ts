import { z } from 'zod';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { CaseType } from '../../domain/cases/card-type.ts';
import { type Part, part } from '../../domain/partial.ts';
import { recordName } from '../../domain/record-names.ts';
import type { CaseRecord } from '../../domain/records.ts';
import { unnamed } from '../../domain/reference-names.ts';

const clientWord = /^(?:client|customer|клиент|заказчик|доверител)/i;

/**
 * Returns the client of a case. The client is not always one of the parties. Looks for the client in the record, among
 * the participants with the role of client, and in fields whose name begins with a word for client. If only an id is
 * found, reads the name.
 */
export async function readClient(
  operations: OperationClient,
  record: CaseRecord | undefined,
  type: CaseType | undefined,
): Promise<Part<string | undefined>> {
  if (record === undefined) return { value: undefined };
  const { Client, Participants } = record;
  const asParty = Participants.find(({ Participant, Role }) =>
    Client ? Participant?.Id === Client.Id : clientWord.test(Role?.Name ?? ''),
  )?.Participant;
  const inCard = Client === undefined ? inField(record, type) : undefined;
  const found = [Client, asParty, inCard].filter((one) => one !== undefined);
  const name = found.find(({ Name }) => Name !== undefined)?.Name;
  const id = found.find(({ Id }) => Id !== undefined)?.Id;
  if (name !== undefined || id === undefined) return { value: name };
  return part(
    'the client',
    recordName(operations, 'get_participant', id).then((read) => read ?? unnamed(id)),
  );
}

const value = z.union([
  z
    .string()
    .min(1)
    .max(200)
    .transform((Name) => ({ Name, Id: undefined })),
  z.object({ Id: z.string().optional(), Name: z.string().optional() }),
]);

/** Returns the first filled field with this tag or name. */
function inField({ Fields = {} }: CaseRecord, type: CaseType | undefined) {
  const named = new Map(
    (type?.Blocks ?? []).flatMap(({ Fields: fields }) =>
      fields.map(({ Id, Tag, Name }) => [Tag ?? Id ?? '', Name ?? ''] as const),
    ),
  );
  return Object.entries(Fields)
    .filter(([key]) => clientWord.test(key) || clientWord.test(named.get(key) ?? ''))
    .map(([, one]) => value.safeParse(one).data)
    .find((one) => one !== undefined);
}
