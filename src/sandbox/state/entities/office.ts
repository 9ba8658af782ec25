import type { Entity } from './entity.ts';

/** Calls, scripts and their logs. */

export interface Call extends Entity {
  from: string;
  to: string;
  direction: 'Incoming' | 'Outgoing';
  startDate: string;
  duration: number;
  userId?: string;
  participantId?: string;
  caseId?: string;
  recordingFileId?: string;
  recordingUrl?: string;
}

export interface Script extends Entity {
  name: string;
  /** Duration of a run, in milliseconds. */
  durationMs: number;
}

export interface LogFile {
  date: string;
  type: 'console' | 'WorkflowTrace' | 'interpreter';
  scriptId?: string;
  text: string;
}
