import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, named, noteOf, ofBytes } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';

let service: TestService;
let anna: TestClient;
/** User who cannot see the internal inquiry. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate] = await Promise.all([
    service.connectAs('anna', { kind: 'v2 pinned' }),
    service.connectAs('kate', { kind: 'v2 legacy' }),
  ]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), kate?.close()]);
  await service?.close();
});

const smith = sampleIds.smith;
const sampleCall = sampleIds.call;
const john = sampleIds.john;
const line = { From: '020 7946 0421', To: '101' };
const inquiry = async () =>
  named<any>((await anna.call('list_documents', { Search: 'записка' })).Items, 'Объяснительная записка').Case
    .Id;
const newCall = (more: object = {}) => anna.call('create_call', { ...line, Direction: 'Incoming', ...more });
/** Start of a sound file, with bytes that are not valid UTF-8. */
const sound = Buffer.concat([Buffer.from('RIFF\x00\x00\x00\x00WAVE'), Buffer.from([0xff, 0x00, 0x80, 0xfe])]);
const upload = (name: string, more: object = {}, client = anna) =>
  client.call('upload_call_recording', {
    File: { name, mediaType: 'audio/wav', base64: sound.toString('base64') },
    ...more,
  });

describe('create_call', () => {
  it('records the callers and the subject', async () => {
    const { Items } = await anna.call('list_participants', { Name: 'Jane Smith' });
    const made = await newCall({
      StartDate: '2026-03-04T10:00:00+03:00',
      Duration: 125,
      UserId: john,
      ParticipantId: Items[0].Id,
      CaseId: smith,
    });
    expect(made).toMatchObject({
      ...line,
      Direction: 'Incoming',
      StartDate: '2026-03-04T07:00:00.000Z',
      Duration: 125,
      User: { Id: john },
      Participant: { Id: Items[0].Id },
      Case: { Id: smith },
      RecordingUrl: null,
      RecordingFileId: null,
    });
  });

  it('belongs to the caller if no user is given', async () => {
    expect(await newCall()).toMatchObject({ User: { Id: sampleIds.anna }, Duration: 0, Case: null });
  });

  it('is refused for a user, a participant or a case that does not exist or is not visible', async () => {
    const call = { ...line, Direction: 'Outgoing' };
    for (const wrong of [{ UserId: unknownId }, { ParticipantId: unknownId }, { CaseId: unknownId }])
      expect(await anna.refusal('create_call', { ...call, ...wrong })).toMatch(/^API_ERROR 404/);
    expect(await kate.refusal('create_call', { ...call, CaseId: await inquiry() })).toMatch(
      /^API_ERROR 404: Object/,
    );
  });
});

describe('upload_call_recording and attach_call_recording', () => {
  it('keep the exact bytes, for the call that is named', async () => {
    const call = await newCall();
    const sent = await upload('запись.wav', { CallId: call.Id });
    expect(sent).toMatchObject({ FileName: 'запись.wav', Size: sound.length, CallId: call.Id });
    const answer = await anna.callTool('download_file', { id: sent.FileId });
    expect(bytesOf(answer).equals(sound)).toBe(true);
    expect(noteOf(answer)).toBe(`File (audio/wav, ${sound.length} bytes):\nзапись.wav\n${ofBytes}`);
  });

  it('attach a recording by file or by address; the newer takes the place of the older', async () => {
    const { Id } = await newCall();
    const { FileId, CallId } = await upload('later.wav');
    expect(CallId).toBeNull();
    expect(await anna.call('attach_call_recording', { id: Id, FileId })).toMatchObject({
      Id,
      RecordingFileId: FileId,
      RecordingUrl: null,
    });
    const RecordingUrl = 'https://calls.example.com/7.wav';
    expect(await anna.call('attach_call_recording', { id: Id, RecordingUrl })).toMatchObject({
      Id,
      RecordingFileId: null,
      RecordingUrl,
    });
  });

  it('hide the recording from users who cannot see the case of the call', async () => {
    const call = await newCall({ CaseId: await inquiry() });
    const { FileId } = await upload('secret.wav', { CallId: call.Id });
    expect(bytesOf(await anna.callTool('download_file', { id: FileId })).equals(sound)).toBe(true);
    expect(await kate.refusal('download_file', { id: FileId })).toMatch(/^API_ERROR 404: File/);
    expect(await kate.refusal('attach_call_recording', { id: call.Id, FileId })).toMatch(/^API_ERROR 404/);
  });

  it('attach nothing to an unknown call, and not both a file and an address', async () => {
    const { FileId } = await upload('a.wav');
    const RecordingUrl = 'https://calls.example.com/8.wav';
    expect(await anna.refusal('attach_call_recording', { id: unknownId, FileId })).toMatch(
      /^API_ERROR 404: Call/,
    );
    for (const wrong of [{}, { FileId, RecordingUrl }])
      expect(await anna.refusal('attach_call_recording', { id: sampleCall, ...wrong })).toMatch(
        /^API_ERROR 400: Give either/,
      );
    expect(await anna.refusal('attach_call_recording', { id: sampleCall, FileId: unknownId })).toMatch(
      /^API_ERROR 404: File/,
    );
  });

  it('refuse forbidden files, and all files for an unknown call', async () => {
    const program = { File: { name: 'call.exe', text: 'MZ' } };
    expect(await anna.refusal('upload_call_recording', program)).toMatch(/^API_ERROR 400: .*\.exe/);
    const nowhere = { File: { name: 'call.wav', text: 'x' }, CallId: unknownId };
    expect(await anna.refusal('upload_call_recording', nowhere)).toMatch(/^API_ERROR 404: Call/);
  });
});

describe('send_call_notification', () => {
  it('tells a user who is calling', async () => {
    expect(await anna.call('send_call_notification', { UserId: john, ...line, CaseId: smith })).toMatchObject(
      { UserId: john, Text: '020 7946 0421 → 101' },
    );
    expect(await anna.call('send_call_notification', { UserId: john, From: '112' })).toMatchObject({
      Text: '112',
    });
  });

  it('is refused for an unknown user and about a case that the sender does not see', async () => {
    expect(await anna.refusal('send_call_notification', { UserId: unknownId, From: '112' })).toMatch(
      /^API_ERROR 404: User/,
    );
    const about = { UserId: john, From: '112', CaseId: await inquiry() };
    expect(await kate.refusal('send_call_notification', about)).toMatch(/^API_ERROR 404: Object/);
  });
});
