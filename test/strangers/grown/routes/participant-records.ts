/** Converts participants to responses, and applies requests to them. */
import type { Participant } from '../../world.ts';
import {
  choice,
  Fault,
  flag,
  guid,
  list,
  moment,
  must,
  record,
  reference,
  refuse,
  tags,
  text,
} from '../contract.ts';
import { byId, byName, type Memory, pair } from '../memory.ts';

export const kind = choice(['Individual', 'Company']);
const own = {
  LastName: text,
  FirstName: text,
  MiddleName: text,
  INN: text,
  KPP: text,
  PhoneMain: text,
  EmailMain: text,
};
export const shape = record('ParticipantModel', {
  Id: guid,
  Name: text,
  Type: kind,
  ...own,
  LegalForm: reference,
  CreationDate: moment,
  LastChangeDate: moment,
  Attributes: tags,
});
export const row = record('ParticipantListItem', {
  Id: guid,
  Name: text,
  Type: kind,
  Email: text,
  Phone: text,
  LastName: text,
  FirstName: text,
  INN: text,
  KPP: text,
  Cases: list(record('ParticipantCase', { CaseId: guid, CaseName: text })),
});
const changes = { Name: text, ...own, LegalFormId: guid, Attributes: tags, CheckForDuplicates: flag };
export const createBody = record('ParticipantCreateRequest', { Type: must(kind), ...changes });
export const updateBody = record('ParticipantUpdateRequest', { Type: kind, ...changes });
export const excludeBody = record('ExcludeParticipantRequest', {
  ParticipantId: must(guid),
  ProjectId: must(guid),
  RoleId: guid,
});

export const participantRecord = (memory: Memory, item: Participant) => ({
  Id: item.id,
  Name: item.name,
  Type: item.kind === 'company' ? 'Company' : 'Individual',
  LastName: item.extra.last,
  FirstName: item.extra.first,
  MiddleName: item.extra.middle,
  INN: item.inn,
  KPP: item.extra.kpp,
  PhoneMain: item.phone,
  EmailMain: item.email,
  Phone: item.phone,
  Email: item.email,
  LegalForm: pair(byName(memory.legalForms, item.extra.legalForm)),
  CreationDate: item.extra.createdAt,
  LastChangeDate: item.extra.changedAt,
  Attributes: item.extra.attributes,
  Cases: memory.world.cases
    .filter((one) => one.parties.some((party) => party.participant === item.id))
    .map((one) => ({ CaseId: one.id, CaseName: one.name })),
});

type Said = string | null | undefined;

export interface Sent {
  Name?: Said;
  LastName?: Said;
  FirstName?: Said;
  MiddleName?: Said;
  INN?: Said;
  KPP?: Said;
  PhoneMain?: Said;
  EmailMain?: Said;
  LegalFormId?: Said;
  Attributes?: Record<string, unknown> | null;
  CheckForDuplicates?: boolean | null;
}

/** Returns the record after a change. Throws before anything is changed. */
export const understood = (
  memory: Memory,
  type: Participant['kind'],
  sent: Sent,
  before?: Participant,
): Omit<Participant, 'id'> => {
  const extra = before?.extra ?? {};
  const said = (value: Said, held: unknown): string | undefined =>
    value === undefined ? (held as string | undefined) : (value ?? undefined);
  const [last, firstName, middle] = [
    said(sent.LastName, extra.last),
    said(sent.FirstName, extra.first),
    said(sent.MiddleName, extra.middle),
  ];
  const isCompany = type === 'company';
  const name = isCompany
    ? said(sent.Name, before?.name)
    : [last, firstName, middle].filter(Boolean).join(' ');
  if (!name || (!isCompany && !last))
    return refuse(
      isCompany ? 'Поле Name обязательно для компании.' : 'Поле LastName обязательно для физического лица.',
      isCompany ? 'Name' : 'LastName',
    );
  const inn = said(sent.INN, before?.inn);
  if (sent.INN && !/^(\d{10}|\d{12})$/.test(sent.INN))
    refuse('ИНН должен состоять из 10 или 12 цифр.', 'INN');
  const form = sent.LegalFormId
    ? (byId(memory.legalForms, sent.LegalFormId)?.name ??
      refuse('Организационная форма не найдена.', 'LegalFormId'))
    : sent.LegalFormId;
  const [email, phone] = [said(sent.EmailMain, before?.email), said(sent.PhoneMain, before?.phone)];
  if (sent.CheckForDuplicates) {
    const same = memory.world.participants.filter(
      (item) =>
        item.id !== byName(memory.world.participants, before?.name)?.id &&
        item.extra !== before?.extra &&
        ((inn && item.inn === inn) || (item.kind === type && item.name.toLowerCase() === name.toLowerCase())),
    );
    if (same.length > 0) {
      const body = {
        Error: 'Невозможно создать дубликат.',
        ErrorType: 'Conflict',
        ConflictMessage:
          'В системе уже есть объекты с похожим набором данных. Уникальные поля: ИНН, Наименование.',
        ConflictObjects: same.map((item) => item.id),
      };
      throw new Fault(409, body.Error, { body });
    }
  }
  const now = memory.clock();
  return {
    kind: type,
    name,
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(inn ? { inn } : {}),
    extra: {
      ...(isCompany
        ? { kpp: said(sent.KPP, extra.kpp), legalForm: said(form, extra.legalForm) }
        : { last, first: firstName, middle }),
      createdAt: extra.createdAt ?? now,
      changedAt: now,
      attributes: { ...(extra.attributes as Record<string, unknown> | undefined), ...sent.Attributes },
    },
  };
};
