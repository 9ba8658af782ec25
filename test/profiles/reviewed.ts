import { readFileSync, writeFileSync } from 'node:fs';
import type { TestService } from '../support/clients/harness.ts';
import { run } from '../support/clients/process.ts';

type Open = Readonly<Record<string, any>>;

/** Mappings that a person adds to the learned ones, for fields that the API reference leaves open or ambiguous. */
const added = {
  operations: {
    exclude_participant: {
      names: { ProjectId: 'ObjectId', ParticipantId: 'PersonId', RoleId: 'PartId' },
    },
    notify_user: { names: { 'Buttons.Text': 'Caption', 'Buttons.Link': 'Target' } },
    list_documents: {
      names: { EntityKind: 'Entity' },
      values: { EntityKind: { File: 'Document', Folder: 'Directory' } },
    },
    create_participant: { names: { 'CompanyInfo.IdNumber': 'TaxNumber' } },
  },
  answers: {
    case: { Type: 'Kind', Stage: 'Phase' },
    party: { Participant: 'Person', Role: 'Part' },
    user: { ExternalId: 'Login' },
    term: { SysName: 'SystemName' },
    type: { SysName: 'SystemName' },
    document: { EntityKind: 'Entity', Date: 'DocumentDate', Extension: 'Suffix', Size: 'Length' },
    company: { IdNumber: 'TaxNumber' },
    calendar: { Dates: 'Days' },
    interval: { Start: 'From', End: 'To' },
    field: { Format: 'DataType', DictionaryId: 'SourceId' },
  },
  answerValues: {
    document: { EntityKind: { File: 'Document', Folder: 'Directory' } },
    type: { Status: { Active: 'InUse', Deleted: 'Retired' } },
    reference: { Type: { User: 'Person', Group: 'Team' } },
  },
};

/** Writes the learned mapping of a service to a file, completed as by a person. */
export async function writeReviewed(service: TestService, file: string): Promise<void> {
  const { code, stderr } = await run(['learn', '--out', file], service.environment('admin'));
  if (code !== 0) throw new Error(`casebridge learn exited with ${code}: ${stderr}`);
  writeFileSync(file, JSON.stringify(merged(JSON.parse(readFileSync(file, 'utf8')), added)));
}

const merged = (one: Open, other: Open): Open =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => {
      const [left, right] = [one[name], other[name]];
      return [
        name,
        typeof left === 'object' && typeof right === 'object' ? merged(left, right) : (right ?? left),
      ];
    }),
  );
