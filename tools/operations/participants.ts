import { z } from 'zod';
import { presumed } from '../../src/contract/operations/field-marks.ts';
import {
  type Area,
  createdArgument,
  type MovedArgument,
  operation,
} from '../../src/contract/operations/operation.ts';
import { more, moreOf, named, paging, text } from './fields.ts';
import { changed, changedDocumented, documented, fields } from './participant-fields.ts';
import { containsDigits, containsText, ofMore } from './row-checks.ts';

/**
 * Fields that contain a participant's name. A person has one field for the whole name or separate fields for its parts.
 * A company has only the field for the whole name.
 */
const personNames = ['Name', 'LastName', 'FirstName', 'IndividualInfo.LastName', 'IndividualInfo.FirstName'];
/** Properties that all operations which create a participant have. */
const created = {
  stores: { without: ['CheckForDuplicates'], shownBy: 'get_participant' },
  undoneBy: { tool: 'delete_participant', args: { id: createdArgument } },
  verifiedBy: 'list_participants',
};
/**
 * The tax number belongs inside `CompanyInfo` for a company, and outside for an individual. casebridge moves it if
 * necessary.
 */
const moves: readonly MovedArgument[] = [
  { from: 'INN', to: 'CompanyInfo.IdNumber', type: ['Type', 'Company'] },
  { from: 'CompanyInfo.IdNumber', to: 'INN', type: ['Type', 'Individual'] },
];
const participantId = { id: named('participant') };
const type = z.enum(['Individual', 'Company']);
const target = { tool: 'get_participant', args: { id: 'id' } };
/**
 * Fields whose current values casebridge adds to the request, because the API description does not say whether PUT
 * clears omitted fields.
 */
const keeps = {
  ...{ Type: 'Type', Name: 'Name', INN: 'INN', Attributes: 'Attributes' },
  ...{ IndividualInfo: 'IndividualInfo', CompanyInfo: 'CompanyInfo', ContactInfo: 'ContactInfo' },
};
const newKind = { Type: type.describe('Type') };
const kind = { Type: presumed(type.optional().describe('Type')) };
const duplicate = {
  409: 'Such a participant exists: use the one in ConflictObjects; do not retry with the check off.',
};

export const participants = {
  id: 'participants',
  title: 'Participants',
  search: 'participant company client party',
  operations: [
    operation({
      name: 'create_participant',
      title: 'Create participant',
      titleRu: 'Создать участника',
      search: { words: 'client company contact, in the database' },
      route: 'POST /api/v4/participants{id}',
      access: 'create',
      instead: {
        create_participant_v3: 'POST /api/v3/participants',
        create_participant_v2: 'POST /api/v2/participants',
      },
      params: {
        id: z
          .guid()
          .optional()
          .describe('Usually left out; id for the new participant if the deployment needs one'),
      },
      body: { ...newKind, ...fields },
      moves,
      ...created,
      description:
        'Creates a company or an individual (not a user of the service). Look for it first with list_participants by INN or name, and send CheckForDuplicates true.',
      errors: duplicate,
    }),
    operation({
      name: 'create_participant_v3',
      title: 'Create participant (v3)',
      titleRu: 'Создать участника (v3)',
      route: 'POST /api/v3/participants',
      access: 'create',
      body: { ...newKind, ...documented, ...moreOf('create_participant') },
      ...created,
      description: 'Like create_participant, only if v4 is not deployed.',
      errors: duplicate,
    }),
    operation({
      name: 'create_participant_v2',
      title: 'Create participant (v2)',
      titleRu: 'Создать участника (v2)',
      route: 'POST /api/v2/participants',
      access: 'create',
      body: { ...newKind, ...documented, ...moreOf('create_participant') },
      ...created,
      description: 'Like create_participant, only if v3 and v4 are not deployed.',
      errors: duplicate,
    }),
    operation({
      name: 'edit_participant',
      title: 'Edit participant',
      titleRu: 'Изменить участника',
      search: { words: 'phone number, tax number, change' },
      route: 'PATCH /api/v2/participants/{id}',
      access: 'update',
      params: participantId,
      body: { ...kind, ...changed },
      moves,
      splits: { Name: 'IndividualInfo' },
      target,
      loses: {},
      stores: { without: ['CheckForDuplicates'] },
      verifiedBy: 'get_participant',
      description:
        'Changes only the sent fields of a participant; null empties a field. Use it rather than update_participant.',
      errors: duplicate,
    }),
    operation({
      name: 'update_participant',
      title: 'Update participant',
      titleRu: 'Обновить участника',
      search: { words: 'phone number, tax number, change' },
      route: 'PUT /api/v4/participants/{id}',
      access: 'update',
      instead: { update_participant_v3: 'PUT /api/v3/participants/{id}' },
      params: participantId,
      body: { ...kind, ...changed },
      moves,
      splits: { Name: 'IndividualInfo' },
      target,
      keeps,
      loses: {},
      stores: { without: ['CheckForDuplicates'] },
      verifiedBy: 'get_participant',
      description:
        'Use it only if edit_participant is not deployed. Changes only the sent fields of a participant; null empties.',
      errors: duplicate,
    }),
    operation({
      name: 'update_participant_v3',
      title: 'Update participant (v3)',
      titleRu: 'Обновить участника (v3)',
      route: 'PUT /api/v3/participants/{id}',
      access: 'update',
      params: participantId,
      body: { ...kind, ...changedDocumented, ...moreOf('update_participant') },
      target: { ...target, tool: 'get_participant_v3', newest: 'get_participant' },
      splits: { Name: 'more.IndividualInfo' },
      keeps,
      loses: {},
      stores: { without: ['CheckForDuplicates'] },
      verifiedBy: 'get_participant_v3',
      description: 'Like update_participant, only if v4 is not deployed.',
      errors: duplicate,
    }),
    operation({
      name: 'get_participant',
      title: 'Get participant',
      titleRu: 'Участник',
      search: { words: 'phone number, requisites, address' },
      route: 'GET /api/v4/participants/{id}',
      access: 'read',
      instead: {
        get_participant_v3: 'GET /api/v3/participants/{id}',
        get_participant_v2: 'GET /api/v2/participants/{id}',
      },
      params: participantId,
      description:
        'One company or individual with contacts and additional attributes. Give phones and e-mails to the user only when asked.',
    }),
    operation({
      name: 'get_participant_v3',
      title: 'Get participant (v3)',
      titleRu: 'Участник (v3)',
      route: 'GET /api/v3/participants/{id}',
      access: 'read',
      params: participantId,
      description: 'Like get_participant, only if v4 is not deployed.',
    }),
    operation({
      name: 'get_participant_v2',
      title: 'Get participant (v2)',
      titleRu: 'Участник (v2)',
      route: 'GET /api/v2/participants/{id}',
      access: 'read',
      params: participantId,
      description: 'Like get_participant, only if v3 and v4 are not deployed.',
    }),
    operation({
      name: 'list_participants',
      title: 'List participants',
      titleRu: 'Список участников',
      search: { words: 'tax number, phone number, find, database, who is, in the database' },
      route: 'GET /api/v2/participants',
      access: 'read',
      query: {
        Type: presumed(type.optional().describe('Type')),
        Name: presumed(text(500, 'Part of the name').optional()),
        Phone: presumed(text(50, 'Phone').optional()),
        Email: presumed(text(320, 'E-mail').optional()),
        INN: presumed(text(12, 'INN').optional()),
        LastName: presumed(text(200, 'Last name').optional()),
        FirstName: presumed(text(200, 'First name').optional()),
        KPP: presumed(text(9, 'KPP').optional()),
        ...paging,
      },
      rows: {
        ...ofMore,
        Type: {
          is: 'means',
          of: ['Type'],
          values: { Individual: ['individual', 'физическое лицо'], Company: ['company', 'юридическое лицо'] },
        },
        Name: containsText('Name', 'CompanyInfo.Name', ...personNames),
        LastName: containsText(...personNames),
        FirstName: containsText(...personNames),
        Phone: containsDigits('Phone', 'PhoneMain', 'ContactInfo.Phone', 'ContactInfo.PhoneMain'),
        Email: containsText('Email', 'EmailMain', 'ContactInfo.Email', 'ContactInfo.EmailMain'),
        INN: containsDigits('INN', 'CompanyInfo.IdNumber', 'IndividualInfo.INN'),
        KPP: containsText('KPP', 'CompanyInfo.KPP'),
      },
      description:
        'Companies and individuals with contacts and their cases, by INN, name, phone or e-mail; there may be tens of thousands, so filter. For users of the service: list_users.',
    }),
    operation({
      name: 'delete_participant',
      title: 'Delete participant',
      titleRu: 'Удалить участника',
      search: { words: 'address book, duplicate, in the database' },
      route: 'DELETE /api/v3/participants/{id}',
      access: 'delete',
      params: participantId,
      target,
      removes: {},
      verifiedBy: 'get_participant',
      description:
        'Deletes a participant. Needs permission to change participants and every case where it appears. To remove it from one case use exclude_participant.',
      errors: { 403: 'At least one case with the participant may not be changed: nothing was deleted.' },
    }),
    operation({
      name: 'exclude_participant',
      title: 'Exclude participant from case',
      titleRu: 'Убрать участника из дела',
      search: { words: 'plaintiff, remove, take off the case, replace, change role' },
      route: 'PUT /api/v3/participants/ExcludeParticipantFromProject',
      access: 'update',
      certain: ['ProjectId', 'ParticipantId', 'RoleId'],
      body: {
        ProjectId: presumed(named('object')),
        ParticipantId: presumed(named('participant')),
        RoleId: presumed(named('role in case', 'Left out: ALL its roles').optional()),
        ...more,
      },
      target: { tool: 'get_object', args: { id: 'ProjectId' } },
      loses: {
        without: { argument: 'RoleId', list: 'Participants', where: { Participant: 'ParticipantId' } },
      },
      removes: { list: 'Participants', where: { Participant: 'ParticipantId', Role: 'RoleId' } },
      verifiedBy: 'get_object',
      description:
        'Removes a participant from an object or case, in one role or, without RoleId, in all. Needs Edit on the case. To change a role, add the new one first.',
    }),
    operation({
      name: 'get_legal_form',
      title: 'Get legal form',
      titleRu: 'Правовая форма',
      route: 'GET /api/v2/legalForms/{id}',
      access: 'read',
      params: { id: named('legal form') },
      description: 'One legal form of companies.',
    }),
    operation({
      name: 'list_legal_forms',
      title: 'List legal forms',
      titleRu: 'Правовые формы',
      search: { words: 'llc' },
      route: 'GET /api/v2/legalForms',
      access: 'read',
      description: 'All legal forms of companies (LLC, joint-stock company and so on).',
    }),
  ],
} satisfies Area;
