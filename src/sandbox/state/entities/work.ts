import type { Entity, FieldValues } from './entity.ts';

/** Tasks and calendar events. */

export interface Attendee {
  id: string;
  type: 'Email' | 'Participant' | 'User';
  entityId?: string;
  email?: string;
}

export interface CalendarEvent extends Entity {
  name: string;
  description: string;
  startDate: string;
  endDate: string;
  allDay: boolean;
  typeId: string;
  caseId?: string;
  calendarId: string;
  location?: string;
  reminder?: { value: number; unit: 'Minute' | 'Hour' | 'Day' };
  attendees: Attendee[];
  attributes: FieldValues;
}

export interface Responsible {
  id: string;
  type: 'User' | 'Group';
}

export interface HistoryEntry {
  at: string;
  userId: string;
  action: 'Created' | 'Changed';
}

export interface Task extends Entity {
  name: string;
  description: string;
  caseId?: string;
  typeId: string;
  statusId: string;
  priorityId: string;
  responsibles: Responsible[];
  /** Due date of the task. */
  executionDate?: string;
  parentId?: string;
  authorId: string;
  documentIds: string[];
  attributes: FieldValues;
  history: HistoryEntry[];
}
