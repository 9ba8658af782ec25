/** Models of requests and responses, by name. */

/**
 * Type of a field: `str`, `int`, `float`, `bool`, `datetime`, `date`, `id`, `dict`, a model, an enum, or a list of
 * these (`[id]`). `?` at the end: nullable, default null. `=` with a value: default.
 */
export type Model = Readonly<Record<string, string>>;

export const enums: Readonly<Record<string, readonly string[]>> = {
  CaseStatus: ['in_work', 'archived'],
  UserKind: ['user', 'client'],
  PrincipalKind: ['user', 'group'],
  AttendeeType: ['email', 'participant', 'user'],
  ParticipantType: ['individual', 'company'],
  DocumentKind: ['folder', 'file'],
  HealthStatus: ['unknown', 'ok', 'error'],
};

const ref = { id: 'id', name: 'str' };
const stamps = { created_at: 'datetime', updated_at: 'datetime' };
const caseIn = {
  ...{
    name: 'str',
    number: 'str?',
    type_id: 'id',
    responsible_id: 'id?',
    project_id: 'id?',
    folder_id: 'id?',
  },
  ...{ description: 'str?', custom_fields: 'dict=', check_for_duplicates: 'bool=false' },
  ...{ version: 'int?', is_version_enabled: 'bool=false' },
};
const taskIn = {
  ...{
    name: 'str',
    description: 'str?',
    type_id: 'id?',
    status_id: 'id',
    priority_id: 'id?',
    case_id: 'id?',
  },
  ...{
    start_date: 'datetime?',
    execution_date: 'datetime?',
    responsible_ids: '[id]=',
    document_ids: '[id]?',
  },
  ...{ estimate_hours: 'float?', attributes: 'dict=' },
};
const eventIn = {
  ...{
    name: 'str',
    description: 'str?',
    start_date: 'datetime',
    end_date: 'datetime?',
    all_day: 'bool=false',
  },
  ...{ type_id: 'id?', case_id: 'id?', location: 'str?', reminder_minutes: 'int?' },
  ...{ attendees: '[AttendeeIn]=', attributes: 'dict=' },
};
const participantIn = {
  ...{ type: 'ParticipantType', name: 'str?', last_name: 'str?', first_name: 'str?', middle_name: 'str?' },
  ...{
    inn: 'str?',
    kpp: 'str?',
    phone_main: 'str?',
    email_main: 'str?',
    address: 'str?',
    legal_form_id: 'id?',
  },
  ...{ attributes: 'dict=', check_for_duplicates: 'bool=false' },
};
const filters = { offset: 'int=0', limit: 'int=50' };

const optional = (model: Model): Model =>
  Object.fromEntries(Object.entries(model).map(([name, kind]) => [name, `${kind.replace(/[?=].*$/, '')}?`]));

export const models: Readonly<Record<string, Model>> = {
  Ref: ref,
  UserRef: { id: 'id', full_name: 'str' },
  PrincipalRef: { id: 'id', name: 'str', kind: 'PrincipalKind' },
  TokenIn: { username: 'str?', password: 'str?', refresh_token: 'str?' },
  ShortLivedIn: { lifetime: 'int=600' },
  TokenOut: { access_token: 'str', token_type: 'str', expires_in: 'int', refresh_token: 'str' },
  UserOut: {
    ...{ id: 'id', full_name: 'str', username: 'str', email: 'str?', kind: 'UserKind', is_active: 'bool' },
    ...{ position: 'str?', phone: 'str?', last_login_date: 'datetime?', groups: '[Ref]' },
  },
  CaseIn: caseIn,
  CasePatch: optional(caseIn),
  CaseRow: {
    ...{ id: 'id', name: 'str', number: 'str?', type: 'Ref', status: 'CaseStatus', responsible: 'UserRef?' },
    ...{ project: 'Ref?', folder: 'Ref?', document_folder_id: 'id', version: 'int', ...stamps },
  },
  PartyOut: { participant: 'Ref', role: 'Ref?' },
  CaseOut: {
    ...{ id: 'id', name: 'str', number: 'str?', type: 'Ref', status: 'CaseStatus', responsible: 'UserRef?' },
    ...{ project: 'Ref?', folder: 'Ref?', document_folder_id: 'id', version: 'int', ...stamps },
    ...{ description: 'str?', parties: '[PartyOut]', custom_fields: 'dict' },
  },
  FilterIn: {
    ...{ field_id: 'id?', field_tag: 'str?', is_empty: 'bool?', search_values: '[str]?' },
    ...{ begin_value: 'str?', end_value: 'str?' },
  },
  CaseSearch: {
    ...{
      object_class_id: 'id?',
      filters: '[FilterIn]=',
      is_formatted_text_enabled: 'bool=false',
      ...filters,
    },
  },
  PartyIn: { participant_id: 'id', role_id: 'id?' },
  RelatedIn: { object_ids: '[id]' },
  FlagIn: { check_for_duplicates: 'bool=false' },
  TaskIn: taskIn,
  TaskStatusOut: { ...ref, is_final: 'bool' },
  TaskOut: {
    ...{
      id: 'id',
      name: 'str',
      description: 'str?',
      type: 'Ref?',
      status: 'TaskStatusOut',
      priority: 'Ref?',
    },
    ...{ case: 'Ref?', start_date: 'datetime?', execution_date: 'datetime?', responsibles: '[PrincipalRef]' },
    ...{ documents: '[Ref]', estimate_hours: 'float?', attributes: 'dict', ...stamps },
  },
  AttendeeIn: { type: 'AttendeeType', entity_id: 'id?', email: 'str?' },
  AttendeeOut: { type: 'AttendeeType', entity_id: 'id?', email: 'str?', name: 'str?' },
  EventIn: eventIn,
  EventOut: {
    ...{ id: 'id', name: 'str', description: 'str?', start_date: 'datetime', end_date: 'datetime?' },
    ...{ all_day: 'bool', type: 'Ref?', case: 'Ref?', location: 'str?', reminder_minutes: 'int?' },
    ...{ attendees: '[AttendeeOut]', attributes: 'dict', ...stamps },
  },
  ParticipantIn: participantIn,
  ParticipantPatch: optional(participantIn),
  ParticipantRow: {
    ...{ id: 'id', type: 'ParticipantType', name: 'str', last_name: 'str?', first_name: 'str?', inn: 'str?' },
    ...{ kpp: 'str?', phone: 'str?', email: 'str?', cases: '[Ref]' },
  },
  ParticipantOut: {
    ...{ id: 'id', type: 'ParticipantType', name: 'str', last_name: 'str?', first_name: 'str?' },
    ...{ middle_name: 'str?', inn: 'str?', kpp: 'str?', phone_main: 'str?', email_main: 'str?' },
    ...{ address: 'str?', legal_form: 'Ref?', attributes: 'dict', ...stamps },
  },
  ExcludeIn: { participant_id: 'id', object_id: 'id', role_id: 'id?' },
  SignatureOut: { user: 'UserRef', signed_at: 'datetime' },
  DocumentOut: {
    ...{
      doc_id: 'id',
      name: 'str',
      type: 'Ref?',
      date: 'date?',
      author: 'UserRef?',
      case: 'Ref?',
      folder: 'Ref?',
    },
    ...{ file_name: 'str', size: 'int', signatures: '[SignatureOut]', attributes: 'dict', ...stamps },
  },
  DocumentRow: {
    ...{ id: 'id', kind: 'DocumentKind', name: 'str', type: 'Ref?', date: 'date?', author: 'UserRef?' },
    ...{ case: 'Ref?', parent_folder: 'Ref?', created_at: 'datetime?' },
  },
  DocumentSearch: {
    ...{ parent_folder_id: 'id?', kind: 'DocumentKind?', type_id: 'id?', author_id: 'id?' },
    ...{ created_from: 'datetime?', created_to: 'datetime?', search: 'str?', ...filters },
  },
  DocumentUpdate: {
    ...{ doc_id: 'id', name: 'str?', name_id: 'id?', type_id: 'id?', date: 'date', folder_id: 'id?' },
    attributes: 'dict=',
  },
  TemplateIn: { template_id: 'id', case_id: 'id', folder_id: 'id?' },
  FolderOut: { ...ref, parent_id: 'id?', children: '[FolderOut]=' },
  ProjectOut: { ...ref, folder: 'Ref?' },
  TypeOut: { ...ref, object_class: 'Ref', is_active: 'bool', blocks: '[BlockOut]=' },
  BlockOut: { ...ref, fields: '[FieldOut]' },
  FieldOut: { ...ref, tag: 'str?', type: 'str', is_required: 'bool' },
  DictionaryOut: { ...ref, is_system: 'bool' },
  NonWorkingDays: { dates: '[date]', intervals: '[Interval]' },
  Interval: { start: 'date', end: 'date' },
  Health: { status: 'HealthStatus', db_status: 'HealthStatus' },
};
