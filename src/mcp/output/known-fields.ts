import { isUuid } from '../../contract/uuid.ts';

/**
 * Names of fields of records, by the API description: they may stand among the bridge's own words. Any other
 * may have been chosen by somebody to say something.
 */
const known = new Set(
  `Id EntityId Name Number Description Url CreationDate LastChangeDate Version Items NextPageUrl TotalCount
  Type TypeId Kind EntityKind Status StatusId Stage Priority PriorityId Action State Tag Code SysName Icon Position
  Object ObjectId ObjectType ObjectTypeId ObjectClass ObjectClassId Class Case CaseId Cases Parent ParentId
  Project ProjectId Folder FolderId DocumentFolderId Document Documents Files File FileId Extension Size Template
  Author User UserId Responsible ResponsibleId Responsibles Client ClientId Participant Participants ParticipantId
  Role RoleId RoleName Roles Group Groups Permissions Section AccessLevel IsClient IsLocked IsActive IsSystem IsLeaf
  Company CompanyInfo IndividualInfo ContactInfo LegalForm IdNumber INN Segment Tags Email Emails Phone Phones Address
  Login Initials WorkingStatus LastLoginDate TimeZone WorkInfo Department Organization Office ExternalId
  Event Calendar CalendarId StartDate EndDate AllDay Location Attendees Intervals Reminder ExecutionDate Duration Date
  Dates NonWorkingDays History Comments Logs Opened Dictionary DictionaryId ValuesCount Value Values LEDESClientId
  Fields Attributes Blocks Rows Format IsRequired IsMulti Title Text From To Direction RecordingUrl CallId
  status totalDuration entries globalLog data errorCount warningCount duration requestProcessingTime longRequestCount
  DbStatus docID id name description`.split(/\s+/),
);

export const isKnownField = (name: string): boolean =>
  known.has(name) || isUuid(name) || /^\d{1,6}$/.test(name);
