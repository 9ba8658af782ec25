import { z } from 'zod';
import { alsoCalled, alsoSaid } from '../contract/operations/other-words.ts';
import { objectStatus } from '../contract/records/vocabulary.ts';

/** Common arguments of workflows, with the aliases that people and models use. */

/** Words that a person or model types or pastes. */
export const words = z.string().min(1).max(500);

export const caseWords = alsoCalled(
  words,
  ...['query', 'q', 'words', 'text', 'search', 'name', 'number', 'link', 'id'],
  ...['case_id', 'case_name', 'case_number', 'object', 'object_id', 'matter', 'project'],
);

export const personWords = alsoCalled(
  words,
  ...['query', 'q', 'words', 'text', 'search', 'name', 'inn', 'email', 'phone', 'link', 'id', 'who'],
  ...['user', 'user_id', 'user_name', 'participant', 'participant_id', 'contact', 'company'],
  ...['responsible', 'assignee', 'employee', 'lawyer'],
);

export const responsibleWords = alsoCalled(
  words,
  ...['person', 'user', 'user_id', 'responsible_id', 'assignee', 'employee', 'lawyer', 'owner'],
);

export const partyWords = alsoCalled(
  words,
  ...['participant', 'participant_id', 'client', 'contact', 'company', 'inn', 'party_inn'],
);

export const groupWords = alsoCalled(words, 'group_name', 'group_id', 'team', 'department', 'practice');

/** First day of a period, in the form `YYYY-MM-DD`. */
export const fromDay = alsoCalled(
  z.iso.date(),
  'date_from',
  'start',
  'start_date',
  'since',
  'after',
  'begin',
);
/** Last day of a period, in the form `YYYY-MM-DD`. */
export const toDay = alsoCalled(z.iso.date(), 'date_to', 'end', 'end_date', 'until', 'before', 'till');

const { inWork, archived } = objectStatus;
export const statusWords = alsoSaid(z.enum(objectStatus), {
  ...{ open: inWork, active: inWork, current: inWork, 'in work': inWork, 'in progress': inWork },
  ...{ 'в работе': inWork, открыто: inWork, открытые: inWork, активные: inWork, текущие: inWork },
  ...{ closed: archived, archive: archived, 'in archive': archived },
  ...{ закрыто: archived, закрытые: archived, 'в архиве': archived, архив: archived, архивные: archived },
});
