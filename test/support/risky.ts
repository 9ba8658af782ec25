import type { OperationClass } from '../../src/contract/operations/effects.ts';
import { classesOf } from '../../src/mcp/guards/policy.ts';
import { catalogue } from '../../tools/index.ts';
import type { TestClient } from './clients/harness.ts';
import { sampleIds } from './sample-ids.ts';

const smith = sampleIds.smith;
const anna = sampleIds.anna;
const lawyer = sampleIds.lawyerRole;
const button = { Text: 'Open', Link: 'https://example.com/report?id=7' };
const granted = [
  { Section: 'Documents', AccessLevel: 'Edit' },
  { Section: 'Users', AccessLevel: 'Administration' },
];
const toAnna = ['Acts on: "Anna Petrova"\nEmail: "anna@example.com"\nStatus: "active"'];
const smithNow = (status: string) =>
  `Acts on: "Smith v. Northbridge Ltd"\nNumber: "CL-2026-000123"\nStatus: "${status}"`;
const toSmith = [smithNow('in the archive')];
const toSmithInWork = [smithNow('in work')];
const lawyers = ['Acts on: "Юрист / Lawyer"', 'Cases: Creator'];
const both = ['Permissions: 2 (', /Users: (View → )?Administration/];

type Arguments = Readonly<Record<string, unknown>>;

interface Sample {
  readonly args: Arguments | ((serviceUrl: string) => Arguments);
  /** Texts that the confirmation must contain. */
  readonly asks: readonly (string | RegExp)[];
  /** Brings the service into the state that the call needs. */
  readonly prepare?: (client: TestClient) => Promise<unknown>;
}

const archiveSmith = (client: TestClient) => client.call('archive_object', { id: smith });

/** Valid arguments for each operation that requires confirmation by default, with the sample data. */
const samples: Readonly<Record<string, Sample>> = {
  delete_object: { args: { id: smith }, asks: toSmith, prepare: archiveSmith },
  delete_case: { args: { id: smith }, asks: toSmith, prepare: archiveSmith },
  archive_object: {
    args: { id: smith },
    asks: [
      ...toSmithInWork,
      /Open tasks: 5, overdue: 1\nNext event: "Smith v[^"]*"\nStart date: Wed, 4 Mar 2026, /,
      'Values that would change; the assistant or the service can restore them:\n- Status: in work → in the archive',
    ],
  },
  archive_case: {
    args: { id: smith },
    asks: [
      ...toSmithInWork,
      /Open tasks: 5, overdue: 1\nNext event: "Smith v[^"]*"\nStart date: Wed, 4 Mar 2026, /,
      'Values that would change; the assistant or the service can restore them:\n- Status: in work → in the archive',
    ],
  },
  remove_related_objects: {
    args: { objectId: smith, ids: [sampleIds.lyutik, sampleIds.contract] },
    asks: [...toSmithInWork, /ids: 2 \("[^"]+" \([\da-f-]{36}\); "[^"]+" \([\da-f-]{36}\)\)/],
    prepare: (client) =>
      client.call('add_related_objects', {
        objectId: smith,
        ObjectIds: [sampleIds.lyutik, sampleIds.contract],
      }),
  },
  delete_event: {
    args: { id: sampleIds.hearing },
    asks: ['Acts on: "Smith v. Northbridge Ltd: disclosure hearing"', 'for everybody'],
  },
  delete_task: {
    args: { id: sampleIds.prepareBundle },
    asks: [
      'Acts on: "Prepare bundle"\nCase: "Smith v. Northbridge Ltd"\n',
      'Due: Wed, 4 Mar 2026, ',
      'Responsible: "Anna Petrova"',
    ],
  },
  delete_document: {
    args: { docID: sampleIds.statementOfClaim },
    asks: ['Acts on: "Statement of claim"', 'with its file'],
  },
  delete_participant: {
    args: { id: sampleIds.northbridge },
    asks: ['Acts on: "Northbridge Ltd"'],
  },
  delete_role_permission: { args: { id: lawyer }, asks: lawyers },
  set_role_permissions: {
    args: { RoleId: lawyer, Permissions: granted, drop: ['all'] },
    asks: [...lawyers, ...both],
  },
  update_role_permission: {
    args: { RoleId: lawyer, RoleName: 'Keeper', Permissions: granted },
    asks: [...lawyers, ...both, 'Role name: "Юрист / Lawyer" → "Keeper"'],
  },
  create_role_permission: {
    args: { RoleName: 'Archivist', Permissions: granted },
    asks: ['Role name: "Archivist"', ...both],
  },
  update_non_working_days: {
    args: { Dates: ['2026-06-12', '2026-11-04'], drop: ['all'] },
    asks: ['Now: {"Dates":["2026-02-23",', 'Dates: 2 (2026-06-12; 2026-11-04)', 'drop: 1 ("all")'],
  },
  notify_user: {
    args: { id: anna, Text: 'See <a href="https://example.com/hearing">the hearing</a>', Buttons: [button] },
    asks: [
      ...toAnna,
      'Text: "See <\\a',
      'Links: 2\n- example.com (https://example.com/report?id=7)\n- example.com (https://example.com/hearing)',
    ],
  },
  open_user_dialog: {
    args: { id: anna, ObjectId: smith, Title: 'Hearing moved', Text: 'To room 5', Buttons: [button] },
    asks: [
      ...toAnna,
      `Object: "Smith v. Northbridge Ltd" (${smith})`,
      'Title: "Hearing moved"',
      'Text: "To room 5"',
      'Links: 1\n- example.com (https://example.com/report?id=7)',
    ],
  },
  send_call_notification: {
    args: { UserId: anna, From: '+44 20 7946 0200' },
    asks: [...toAnna, 'From: "+44 20'],
  },
  upload_from_address: {
    args: { url: 'https://files.example.com/Index.txt' },
    asks: [
      'url: "https:\\//files.example.com',
      'Links: 1\n- files.example.com (https://files.example.com/Index.txt)',
    ],
  },
  run_script: {
    args: { ScriptId: sampleIds.quickScript, ObjectId: smith, Parameters: { Days: 5 }, IsAsync: false },
    asks: [
      `Script: ${sampleIds.quickScript} (its name could not be read)`,
      `Object: "Smith v. Northbridge Ltd" (${smith})`,
      'Parameters: {"Days":5}',
    ],
  },
};

/** Access classes of operations that require confirmation by default. */
const asked: readonly OperationClass[] = ['delete', 'outbound', 'admin'];

/** All operations of the catalogue that require confirmation by default, each with a sample call. */
export const risky = catalogue
  .flatMap((area) => area.operations)
  .filter((operation) => classesOf(operation).some((name) => asked.includes(name)))
  .map((operation) => {
    const sample = samples[operation.name];
    if (!sample) throw new Error(`${operation.name} needs a sample call.`);
    const { args: given, asks, prepare } = sample;
    const args = typeof given === 'function' ? given : () => given;
    const path = (operation.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(args('')[name]));
    return { tool: operation.name, args, asks, prepare, request: `${operation.method} ${path}` };
  });

/** Returns the sample call to a tool. */
export function sampleOf(tool: string): (typeof risky)[number] {
  const found = risky.find((one) => one.tool === tool);
  if (!found) throw new Error(`${tool} requires no confirmation.`);
  return found;
}
