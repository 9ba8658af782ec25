import { z } from 'zod';
import { fileContent, presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { caseId, id, moment, more, named, text, userId } from './fields.ts';

const about = {
  ParticipantId: presumed(named('participant').optional()),
  CaseId: presumed(caseId.optional()),
};

export const calls = {
  id: 'calls',
  title: 'Calls',
  search: 'phone call, conversation',
  operations: [
    operation({
      name: 'create_call',
      title: 'Create call',
      titleRu: 'Создать звонок',
      search: { words: 'register, conversation' },
      route: 'POST /api/v2/calls',
      access: 'create',
      body: {
        From: presumed(text(100, 'Caller’s number')),
        To: presumed(text(100, 'Called number')),
        Direction: presumed(z.enum(['Incoming', 'Outgoing']).describe('Direction')),
        StartDate: presumed(moment('Start date').optional()),
        Duration: presumed(z.int().min(0).max(86_400).optional().describe('Seconds')),
        UserId: presumed(userId.optional()),
        ...about,
        ...more,
      },
      stores: {},
      description: 'Records a telephone call in the service; it does not dial.',
    }),
    operation({
      name: 'send_call_notification',
      title: 'Send call notification',
      titleRu: 'Сообщить о звонке',
      search: { subject: 'incoming call', words: 'incoming' },
      route: 'POST /api/v2/calls/sendNotification',
      access: 'action',
      risk: 'outbound',
      body: {
        UserId: presumed(named('user')),
        From: presumed(text(100, 'Caller’s number')),
        To: presumed(text(100, 'Called number').optional()),
        ...about,
        ...more,
      },
      target: { tool: 'get_user', args: { id: 'UserId' } },
      html: [],
      description: 'Shows a user that a call is coming in. For any other message use notify_user.',
    }),
    operation({
      name: 'attach_call_recording',
      title: 'Attach call recording',
      titleRu: 'Добавить запись звонка',
      search: { words: 'recording' },
      route: 'PUT /api/v2/calls/{id}/attachRecordin',
      access: 'update',
      params: { id: id('Call id') },
      body: {
        RecordingUrl: presumed(text(2000, 'Address of the recording, or give FileId').optional()),
        FileId: presumed(id('File id of the recording').optional()),
        ...more,
      },
      stores: {},
      links: ['RecordingUrl'],
      description: 'Attaches a stored recording to a call.',
    }),
    operation({
      name: 'upload_call_recording',
      title: 'Upload call recording',
      titleRu: 'Загрузить запись звонка',
      search: { words: 'recording conversation' },
      route: 'POST /api/v2/calls/uploadRecording',
      access: 'create',
      fileParts: ['File'],
      body: {
        File: presumed(fileContent.describe('The recording')),
        CallId: presumed(id('Call').optional()),
        ...more,
      },
      stores: { file: { File: { name: 'FileName', size: 'Size' } } },
      description: 'Uploads a recording of a call.',
    }),
  ],
} satisfies Area;
