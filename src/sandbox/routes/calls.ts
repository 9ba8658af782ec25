import { z } from 'zod';
import { filePart, requireAllowedFile, requireFile, storeFile } from '../domain/documents/files.ts';
import { requireCase, requireSection } from '../domain/permissions.ts';
import { invalid, notFound } from '../http/errors.ts';
import { guid, moment } from '../http/model-binding.ts';
import { created, inVersions, route } from '../http/route.ts';
import { baseFields, reference } from '../http/serializers.ts';
import type { Call } from '../state/entities/office.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const parties = {
  ParticipantId: guid.nullish(),
  CaseId: guid.nullish(),
};

/** Calls and their recordings (CAL). */
export const callRoutes = [
  route(inVersions([2, 1], 'POST', 'calls'), {
    summary: 'Create a call',
    body: z.object({
      From: z.string().min(1),
      To: z.string().min(1),
      Direction: z.enum(['Incoming', 'Outgoing']),
      StartDate: moment.nullish(),
      Duration: z.int().min(0).nullish(),
      UserId: guid.nullish(),
      ...parties,
    }),
    handle: ({ world, user, body }) => {
      requireParties(world, user, body);
      const stamp = world.stamp();
      const call = world.calls.insert({
        id: world.newId(),
        createdAt: stamp,
        changedAt: stamp,
        from: body.From,
        to: body.To,
        direction: body.Direction,
        startDate: body.StartDate ?? stamp,
        duration: body.Duration ?? 0,
        userId: body.UserId ?? user.id,
        participantId: body.ParticipantId ?? undefined,
        caseId: body.CaseId ?? undefined,
      });
      return created(presentCall(world, call));
    },
  }),
  route(inVersions([2, 1], 'POST', 'calls/sendNotification'), {
    answers: 'CallNotice',
    summary: 'Notify a user of an incoming call',
    body: z.object({ UserId: guid, From: z.string().min(1), To: z.string().nullish(), ...parties }),
    handle: ({ world, user, body }) => {
      requireParties(world, user, body);
      return created(notifyOfCall(world, user, body));
    },
  }),
  route(inVersions([2, 1], 'PUT', 'calls/{id}/attachRecordin'), {
    summary: 'Attach a recording by address or by file id',
    body: z.object({ RecordingUrl: webAddress.nullish(), FileId: guid.nullish() }),
    handle: ({ world, user, params, body }) => {
      const call = findCall(world, user, params.id ?? '');
      if (Boolean(body.RecordingUrl) === Boolean(body.FileId))
        throw invalid('Give either RecordingUrl or FileId.');
      const file = body.FileId ? requireFile(world, user, body.FileId) : undefined;
      return created(presentCall(world, attach(world, call, { url: body.RecordingUrl, fileId: file?.id })));
    },
  }),
  route(inVersions([2, 1], 'POST', 'calls/uploadRecording'), {
    answers: 'Recording',
    summary: 'Upload a recording, for a call or to be attached later',
    fileParts: { File: 'required' },
    body: z.object({ CallId: guid.optional() }),
    handle: ({ world, user, body, files }) => {
      const file = filePart(files, 'File');
      if (!file) throw invalid('The part File is required.');
      const call = body.CallId ? findCall(world, user, body.CallId) : undefined;
      requireAllowedFile(world, file);
      const stored = storeFile(world, file);
      if (call) attach(world, call, { fileId: stored.id });
      return created({
        FileId: stored.id,
        FileName: stored.name,
        Size: stored.bytes.length,
        CallId: call?.id ?? null,
      });
    },
  }),
];

/** Throws 403 or 404 unless the caller may see all records of a call: user, participant and case. */
function requireParties(
  world: World,
  user: User,
  named: { [Key in 'UserId' | 'ParticipantId' | 'CaseId']?: string | null | undefined },
): void {
  if (named.UserId) {
    requireSection(user, 'Users', 'View');
    if (!world.users.get(named.UserId)) throw notFound('User', named.UserId);
  }
  if (named.ParticipantId) {
    requireSection(user, 'Participants', 'View');
    if (!world.participants.get(named.ParticipantId)) throw notFound('Participant', named.ParticipantId);
  }
  if (named.CaseId) requireCase(world, user, named.CaseId, 'View');
}

function findCall(world: World, user: User, id: string): Call {
  const call = world.calls.get(id);
  if (!call) throw notFound('Call', id);
  if (call.caseId && world.objects.get(call.caseId)) requireCase(world, user, call.caseId, 'View');
  return call;
}

/** Attaches a recording to a call. It replaces the previous one. */
function attach(
  world: World,
  call: Call,
  recording: { url?: string | null | undefined; fileId?: string | undefined },
): Call {
  call.recordingUrl = recording.url ?? undefined;
  call.recordingFileId = recording.fileId;
  call.changedAt = world.stamp();
  return call;
}

function notifyOfCall(
  world: World,
  sender: User,
  call: { UserId: string; From: string; To?: string | null | undefined; CaseId?: string | null | undefined },
) {
  const stamp = world.stamp();
  const notice = world.notices.insert({
    id: world.newId(),
    createdAt: stamp,
    changedAt: stamp,
    kind: 'Call',
    userId: call.UserId,
    senderId: sender.id,
    text: call.To ? `${call.From} → ${call.To}` : call.From,
    objectId: call.CaseId ?? undefined,
    buttons: [],
    closeOnClick: false,
  });
  return { Id: notice.id, CreationDate: stamp, UserId: notice.userId, Text: notice.text };
}

function presentCall(world: World, call: Call) {
  return {
    ...baseFields(world, call, '/api/v2/calls'),
    From: call.from,
    To: call.to,
    Direction: call.direction,
    StartDate: call.startDate,
    Duration: call.duration,
    User: reference(world, world.users.get(call.userId), '/api/v2/users'),
    Participant: reference(world, world.participants.get(call.participantId), '/api/v2/participants'),
    Case: reference(world, world.objects.get(call.caseId), '/api/v2/cases'),
    RecordingUrl: call.recordingUrl ?? null,
    RecordingFileId: call.recordingFileId ?? null,
  };
}
