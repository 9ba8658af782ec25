import { catalogue } from '../../../tools/index.ts';
import type { TestClient } from '../clients/harness.ts';
import { caseId, documentId, participantId, sampleIds, userId } from '../sample-ids.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments of a call that loses data, and of a call to the same tool that does not. */
interface Sample {
  readonly args: Arguments;
  /** Lines of the confirmation that list the data that would be lost. */
  readonly shows: readonly string[];
  /** Arguments of a call that loses no data. Undefined if every call to the tool loses data. */
  readonly harmless?: Arguments;
}

const smith = caseId('smith');
const smithCompany = sampleIds.northbridge;
const lawyer = sampleIds.lawyerRole;
const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
const asUser = (login: string) => ({ Type: 'User', EntityId: userId(login) });

const cardOf = async (client: TestClient) => (await client.call('get_object', { id: smith })).Fields;
const archived = async (): Promise<Sample> => ({ args: { id: smith }, shows: ['- Status: '] });

const task = async (client: TestClient) => {
  const made = await client.call('create_task', {
    Name: 'Prepare bundle',
    CaseId: smith,
    Documents: [documentId('smithClaim'), documentId('smithBundle')],
    Responsibles: [
      { Id: userId('anna'), Type: 'User' },
      { Id: userId('john'), Type: 'User' },
    ],
  });
  return made.Id as string;
};
const taskSample = async (client: TestClient): Promise<Sample> => {
  const id = await task(client);
  return {
    args: {
      id,
      Documents: [documentId('smithBundle')],
      Responsibles: [{ Id: userId('anna'), Type: 'User' }],
    },
    shows: ['- Documents: 1 (', 'Statement of claim', '- Responsible: 1 (', 'John Hale'],
    harmless: {
      id,
      Documents: [documentId('smithBundle'), documentId('smithClaim'), documentId('smithExpert')],
      Responsibles: [
        { Id: userId('kate'), Type: 'User' },
        { Id: userId('ivan'), Type: 'User' },
      ],
    },
  };
};
const eventSample = async (client: TestClient): Promise<Sample> => {
  const Attendees = [asUser('anna'), asUser('john')];
  const { Id: id } = await client.call('create_event', { Name: 'Met', ...span, Attendees });
  return {
    args: { id, Attendees: [asUser('anna')] },
    shows: ['- Attendees: 1 (User "John Hale"', userId('john')],
    harmless: { id, Name: 'Met again', Attendees },
  };
};
const participantSample = async (client: TestClient): Promise<Sample> => {
  const { PhoneMain } = (await client.call('get_participant', { id: smithCompany })).ContactInfo;
  return {
    args: { id: smithCompany, ContactInfo: { PhoneMain: null } },
    shows: [`- Contact info, Phone main: "${PhoneMain}"`],
    harmless: { id: smithCompany, ContactInfo: { PhoneMain } },
  };
};

const samples: Readonly<Record<string, (client: TestClient) => Promise<Sample>>> = {
  archive_object: archived,
  archive_case: archived,
  update_object: async (client) => {
    const { Judge, Keywords, ...Fields } = await cardOf(client);
    const shorter = { ...Fields, Keywords: Keywords.slice(1) };
    return {
      args: { id: smith, Fields: shorter },
      shows: [`Judge: "${Judge}"`, `Keywords: 1 ("${Keywords[0]}")`],
      harmless: { id: smith, Fields: { ...shorter, Judge: 'Another', Keywords } },
    };
  },
  edit_object: async (client) => {
    const { Court, Keywords } = await cardOf(client);
    return {
      args: { id: smith, Fields: { Court: null }, RemoveRows: [{ Tag: 'Keywords', Ordinal: 2 }] },
      shows: [`Court: "${Court.Name}"`, `: "${Keywords[1]}"`],
      harmless: { id: smith, Fields: { Judge: 'Another' }, RemoveRows: [] },
    };
  },
  edit_participant: async () => ({
    args: { id: smithCompany, Attributes: { Segment: null } },
    shows: ['- Attributes, Segment: "Opponent"'],
    harmless: { id: smithCompany, Attributes: { Segment: 'Client' } },
  }),
  update_participant: participantSample,
  update_participant_v3: participantSample,
  exclude_participant: async (client) => {
    const party = participantId('expert');
    const role = sampleIds.claimant;
    const other = { id: smith, ParticipantId: party, RoleId: role };
    await client.callTool('add_case_participant', other);
    return {
      args: { ProjectId: smith, ParticipantId: party },
      shows: ['- Participants: 2 (', 'Claimant'],
      harmless: { ProjectId: smith, ParticipantId: party, RoleId: role },
    };
  },
  update_task: taskSample,
  update_task_v2: taskSample,
  update_event: eventSample,
  update_event_v2: eventSample,
  update_document: async (client) => {
    const Id = documentId('smithClaim');
    const sent = { Id, Date: '2026-03-01T00:00:00Z' };
    await client.call('update_document', { ...sent, Attributes: { Court: 'Eastmoor' } });
    return {
      args: { ...sent, Attributes: { Court: null } },
      shows: ['- Attributes, Court: "Eastmoor"'],
      harmless: { ...sent, Attributes: { Court: 'Westmoor' } },
    };
  },
  set_role_permissions: async (client) => {
    const { Permissions } = await client.call('list_role_permissions', { RoleId: lawyer });
    const [first, ...others] = Permissions;
    return {
      args: { RoleId: lawyer, Permissions: others, drop: [first.Section] },
      shows: ['- Permissions: 1 (', first.Section],
      harmless: { RoleId: lawyer, Permissions },
    };
  },
  update_non_working_days: async (client) => {
    const { Dates } = await client.call('get_non_working_days');
    return {
      args: { Dates: Dates.slice(1), drop: ['all'] },
      shows: ['- Dates: 1 (', Dates[0].slice(0, 10)],
      harmless: { Dates: [...Dates, '2026-12-31'] },
    };
  },
};

/** All operations that can lose data according to the catalogue, each with sample calls. */
export const losing = catalogue
  .flatMap((area) => area.operations)
  .filter(({ loses }) => loses !== undefined)
  .map((operation) => {
    const sample = samples[operation.name];
    if (!sample) throw new Error(`${operation.name} needs a sample call.`);
    return {
      tool: operation.name,
      method: operation.method,
      always: operation.loses?.always !== undefined,
      keeps: operation.keeps !== undefined || operation.replaces !== undefined,
      sample,
    };
  });
