/** Names of record fields in the API description and in casebridge's own answers. */
export const answerNames: ReadonlySet<string> = new Set(
  `Id EntityId Name Number Description Url CreationDate LastChangeDate Version Items NextPageUrl TotalCount
  Type TypeId Kind EntityKind Status StatusId Stage Priority PriorityId Action State Tag Code SysName Icon Position
  Object ObjectId ObjectType ObjectTypeId ObjectClass ObjectClassId Class Case CaseId Cases Parent ParentId
  Project ProjectId Folder FolderId Folders DocumentFolderId Document Documents Files File FileId FileName Extension
  Size Template Author User UserId Users Responsible ResponsibleId Responsibles Client ClientId Participant Participants
  ParticipantId Role RoleId RoleName Roles Group Groups Permissions Section AccessLevel IsClient IsLocked IsActive
  IsSystem IsLeaf Company CompanyInfo IndividualInfo ContactInfo LegalForm LegalFormId IdNumber INN KPP OGRN OKPO SSN
  Segment Tags Email EmailMain Emails Phone PhoneMain Phones Site Address FirstName LastName MiddleName JobTitle
  DateOfBirth Login Initials WorkingStatus LastLoginDate TimeZone WorkInfo Department Organization Office ExternalId
  Event Calendar CalendarId StartDate EndDate AllDay Location Attendees Intervals Start End Reminder Unit
  ExecutionDate Duration Date Dates NonWorkingDays History Comments Logs Opened Dictionary DictionaryId ValuesCount
  Value Values LEDESClientId Fields Attributes Blocks Rows Ordinal Format IsRequired IsMulti Title Text From To
  Direction RecordingUrl CallId Signatures Children ConflictObjects ConflictMessage Error ErrorType DbStatus docID`.split(
    /\s+/,
  ),
);

/** Fields whose members are tags, which each deployment chooses, so they are not converted. */
export const taggedFields: ReadonlySet<string> = new Set(['Fields', 'Attributes']);
