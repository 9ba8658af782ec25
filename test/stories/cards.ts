import { caseOf, day, named, nameIn, partiesOf, type Story, userOf } from './story.ts';

/** Requests to change a case's object card, parties or dates. */

export const parties: Story = {
  title: 'the parties of a case',
  who: 'john',
  isTimeless: true,
  asked: {
    en: 'Add OOO Lutik as third party to Delta and drop Quill as counsel',
    ru: 'Добавь ООО «Лютик» третьим лицом в дело Delta и убери представителя Quill',
  },
  words: { en: { party: 'ООО «Лютик»' }, ru: { party: 'Лютик' } },
  plain: async (assistant) => {
    const { Id: id } = await caseOf(assistant, 'Delta v. Romashka');
    const [lutik] = await assistant.all('list_participants', { Name: 'Лютик' });
    const [quill] = await assistant.all('list_participants', { Name: 'Quill' });
    const roles = await assistant.all('list_roles_in_case');
    await assistant.json('add_case_participant', {
      id,
      ParticipantId: lutik.Id,
      RoleId: named(roles, 'ThirdParty').Id,
    });
    await assistant.json('exclude_participant', {
      ProjectId: id,
      ParticipantId: quill.Id,
      RoleId: named(roles, 'Counsel').Id,
    });
    await assistant.json('get_object', { id });
    return [];
  },
  short: async (assistant, words) => {
    await assistant.read('add_case_participant', {
      id: 'Delta v. Romashka',
      ParticipantId: words.party,
      RoleId: 'Третье лицо / Third party',
    });
    await assistant.read('exclude_participant', {
      ProjectId: 'Delta v. Romashka',
      ParticipantId: 'Quill & Partners LLP',
      RoleId: 'Представитель / Counsel',
    });
  },
  effect: async (assistant) => {
    const { Id: id } = await caseOf(assistant, 'Delta v. Romashka');
    return partiesOf(assistant, await assistant.json('get_object', { id }));
  },
};

export const fillCard: Story = {
  title: 'filling the card',
  who: 'anna',
  isTimeless: true,
  asked: {
    en: 'Set the claim amount of Smith to 1.25 m and the stage to Trial',
    ru: 'Поставь сумму иска 1,25 млн и стадию «Trial» в деле Смита',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const { Id: id } = await caseOf(assistant, 'Smith');
    const { Version, Type } = await assistant.json('get_object', { id });
    await assistant.json('get_object_type', { id: Type.Id });
    await assistant.json('edit_object', {
      id,
      Stage: 'Trial',
      Fields: { ClaimAmount: 1_250_000 },
      Version,
      IsVersionEnabled: true,
    });
    await assistant.json('get_object', { id });
    return [];
  },
  short: async (assistant) => {
    const { case: found } = await assistant.data('case_brief', { case: 'Smith' });
    // The result is the saved case.
    await assistant.read('edit_object', {
      id: found.id,
      Stage: 'Trial',
      Fields: { ClaimAmount: 1_250_000 },
      Version: found.version,
      IsVersionEnabled: true,
    });
  },
  effect: async (assistant) => {
    const { Id: id } = await caseOf(assistant, 'Smith');
    const { Stage, Fields } = await assistant.json('get_object', { id });
    return [Stage, String(Fields.ClaimAmount)];
  },
};

export const planHearing: Story = {
  title: 'planning a hearing',
  who: 'anna',
  asked: {
    en: 'Schedule a hearing for Smith in three weeks at 10:00, invite counsel and John',
    ru: 'Назначь заседание по делу Смита через три недели в 10:00, пригласи представителя и Джона',
  },
  words: { en: { name: 'Smith: hearing' }, ru: { name: 'Смит: заседание' } },
  plain: async (assistant, words) => {
    await assistant.json('get_non_working_days');
    const { Id: CaseId } = await caseOf(assistant, 'Smith');
    await assistant.all('list_events', {
      StartDateFrom: `${day(21)}T00:00:00Z`,
      StartDateTo: `${day(21)}T23:59:59Z`,
    });
    const [counsel] = await assistant.all('list_participants', { Name: 'Quill' });
    const john = await userOf(assistant, 'john');
    const type = named(await assistant.all('list_event_types'), 'Hearing');
    await assistant.json('create_event', {
      Name: words.name,
      CaseId,
      TypeId: type.Id,
      StartDate: `${day(21)}T10:00:00Z`,
      EndDate: `${day(21)}T11:00:00Z`,
      Attendees: [
        { Type: 'Participant', EntityId: counsel.Id },
        { Type: 'User', EntityId: john.Id },
      ],
    });
    return [];
  },
  short: async (assistant, words) => {
    await assistant.read('agenda', { person: 'me', from: day(21), to: day(21) });
    await assistant.read('create_event', {
      Name: words.name,
      CaseId: 'Smith v. Northbridge Ltd',
      TypeId: 'Судебное заседание / Hearing',
      StartDate: `${day(21)}T10:00:00Z`,
      EndDate: `${day(21)}T11:00:00Z`,
      Attendees: [
        { Type: 'Participant', EntityId: 'Quill & Partners LLP' },
        { Type: 'User', EntityId: 'John Hale' },
      ],
    });
  },
  effect: async (assistant) => {
    const { Id: CaseId } = await caseOf(assistant, 'Smith');
    const [planned] = await assistant.all('list_events', {
      CaseId,
      StartDateFrom: `${day(21)}T00:00:00Z`,
      StartDateTo: `${day(21)}T23:59:59Z`,
    });
    return [
      planned.Name,
      await nameIn(assistant, 'list_event_types', planned.Type),
      ...planned.Attendees.map(({ Name, EntityId }: any) => Name ?? EntityId),
    ];
  },
};

export const restore: Story = {
  title: 'bringing a case back',
  who: 'anna',
  isTimeless: true,
  asked: {
    en: 'I archived the wrong one, bring Smith back',
    ru: 'Я отправил в архив не то дело, верни дело Смита',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const { Id: id } = await caseOf(assistant, 'Smith');
    await assistant.json('archive_case', { id });
    const [found] = await assistant.all('search_cases', { Name: 'Smith', Status: 'Archived' });
    await assistant.json('restore_case', { id: found.Id });
    await assistant.json('get_object', { id });
    return [];
  },
  short: async (assistant) => {
    await assistant.read('archive_case', { id: 'Smith v. Northbridge Ltd' });
    await assistant.read('restore_case', { id: 'Smith v. Northbridge Ltd' });
  },
  effect: async (assistant) => {
    const { Status, Version } = await caseOf(assistant, 'Smith');
    return [Status, String(Version)];
  },
};
