import { describe, expect, it } from 'vitest';
import { sampleIds, unknownId } from '../support/sample-ids.ts';
import { form } from './client.ts';
import { type Item, type Items, useStarted } from './started.ts';

const { start } = useStarted();

describe('dictionaries', () => {
  it('are listed at once, system ones included, in both versions [DIC-1]', async () => {
    const { call } = await start();
    const { body } = await call<Items<Item & { SysName: string }>>('anna', 'GET /api/v2/dictionaries');
    expect(body.NextPageUrl).toBeNull();
    expect(body.Items.map((item) => item.SysName)).toEqual(
      expect.arrayContaining(['TaskName', 'DocumentType', 'TaskPriority']),
    );
    expect((await call('anna', 'GET /api/v1/dictionaries')).body).toEqual(body);
    const first = body.Items[0];
    expect((await call('anna', `GET /api/v2/dictionaries/${first?.Id}`)).body).toEqual(first);
  });

  it('give all their values without pages, parents and disabled ones included [OTH-3, DIC-2]', async () => {
    const { call } = await start();
    const { Items } = (
      await call<Items<Item & { ValuesCount: number; SysName: string }>>('anna', 'GET /api/v2/dictionaries')
    ).body;
    for (const { Id, ValuesCount } of Items) {
      const values = (await call<Items>('anna', `GET /api/v2/dictionaries/${Id}/values`)).body;
      expect([values.Items.length, values.NextPageUrl]).toEqual([ValuesCount, null]);
    }
    expect(Math.max(...Items.map((item) => item.ValuesCount))).toBeGreaterThan(100);
    const court = Items.find((item) => item.SysName === 'Court') as Item;
    const path = `GET /api/v2/dictionaries/${court.Id}/values`;
    type Value = Item & { Order: number; Parent: { Id: string } | null; IsDisabled: boolean };
    const values = (await call<Items<Value>>('anna', path)).body.Items;
    expect(values.map((value) => value.Order)).toEqual(values.map((_, index) => index + 1));
    expect(values[1]?.Parent?.Id).toBe(values[0]?.Id);
    expect(values.find((value) => value.IsDisabled)?.Name).toContain('Abolished');
    expect((await call('anna', `${path}/${values[1]?.Id}`)).body).toEqual(values[1]);
  });

  it('need View, and a dictionary and a value that exist', async () => {
    const { call } = await start();
    expect((await call('client1', 'GET /api/v2/dictionaries')).status).toBe(403);
    expect((await call('anna', `GET /api/v2/dictionaries/${unknownId}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v2/dictionaries/${unknownId}/values`)).status).toBe(404);
    const known = (await call<Items>('anna', 'GET /api/v2/dictionaries')).body.Items[0]?.Id;
    expect((await call('anna', `GET /api/v2/dictionaries/${known}/values/${unknownId}`)).status).toBe(404);
  });
});

describe('calls', () => {
  const incoming = { From: '020 7946 0421', To: '101', Direction: 'Incoming' };

  it('are created with the known data, by the caller unless another user is given [CAL-1]', async () => {
    const { call } = await start();
    const { status, body } = await call('anna', 'POST /api/v2/calls', { ...incoming, Duration: 30 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...incoming, Duration: 30, Case: null, RecordingUrl: null });
    expect(body.User).toMatchObject({ Id: sampleIds.anna });
    for (const wrong of [{ Direction: 'Sideways' }, { From: '' }, { Duration: -1 }])
      expect((await call('anna', 'POST /api/v2/calls', { ...incoming, ...wrong })).status).toBe(400);
    for (const missing of ['UserId', 'ParticipantId', 'CaseId'])
      expect((await call('anna', 'POST /api/v2/calls', { ...incoming, [missing]: unknownId })).status).toBe(
        404,
      );
  });

  it('take a recording by address, by file, or by upload; the newer takes the place of the older [CAL-3]', async () => {
    const { call } = await start();
    const { Id } = (await call<Item>('anna', 'POST /api/v1/calls', incoming)).body;
    const attach = (body: object) => call('anna', `PUT /api/v2/calls/${Id}/attachRecordin`, body);
    const RecordingUrl = 'https://pbx.example.com/1.mp3';
    expect((await attach({ RecordingUrl })).body).toMatchObject({ RecordingUrl, RecordingFileId: null });
    const file = { name: '1.mp3', content: 'sound' };
    const upload = (parts: Record<string, string>) =>
      call<Item>('anna', 'POST /api/v2/calls/uploadRecording', form(parts, file));
    const later = await upload({});
    expect(later.body).toMatchObject({ FileName: '1.mp3', Size: 5, CallId: null });
    expect((await attach({ FileId: later.body.FileId })).body).toMatchObject({
      RecordingUrl: null,
      RecordingFileId: later.body.FileId,
    });
    expect((await upload({ CallId: Id })).body).toMatchObject({ CallId: Id });
    expect((await attach({})).status).toBe(400);
    expect((await attach({ RecordingUrl, FileId: later.body.FileId })).status).toBe(400);
    expect((await attach({ RecordingUrl: 'ftp://x.example.com/1' })).status).toBe(400);
    expect((await attach({ FileId: unknownId })).status).toBe(404);
    expect((await upload({ CallId: unknownId })).status).toBe(404);
    expect(
      (await call('anna', `PUT /api/v2/calls/${unknownId}/attachRecordin`, { RecordingUrl })).status,
    ).toBe(404);
  });

  it('take files that the settings allow, and need one', async () => {
    const { call } = await start();
    const upload = (file?: { name: string; content: string }) =>
      call('anna', 'POST /api/v2/calls/uploadRecording', form({ Note: 'x' }, file));
    expect((await upload({ name: 'a.exe', content: 'MZ' })).status).toBe(400);
    expect((await upload()).status).toBe(400);
  });

  it('are told to a user [CAL-2]', async () => {
    const { call } = await start();
    const send = (login: string, body: object) => call(login, 'POST /api/v2/calls/sendNotification', body);
    const UserId = sampleIds.ivan;
    expect((await send('anna', { UserId, From: '+7 495 000-00-01' })).status).toBe(201);
    expect((await send('anna', { From: '1' })).status).toBe(400);
    expect((await send('anna', { UserId: unknownId, From: '1' })).status).toBe(404);
    expect((await send('client1', { UserId, From: '1' })).status).toBe(403);
  });
});

describe('health', () => {
  interface Health {
    status: string;
    totalDuration: string;
    entries: {
      requestProcessingTime: { data: { longRequestCount: number }; duration: string; status: string };
      globalLog: { data: { errorCount: number; warningCount: number } };
    };
  }

  it('is told to everybody [HEA-1, HLO-1]', async () => {
    const { call } = await start();
    expect((await call('', 'GET /api/v2/health')).body).toEqual({ Status: 'OK', DbStatus: 'OK' });
    const { status, body } = await call<Health>('', 'GET /api/v3/health');
    expect([status, body.status]).toEqual([200, 'Healthy']);
    expect(body.totalDuration).toMatch(/^\d\d:\d\d:\d\d\.\d{7}$/);
    expect(body.entries.requestProcessingTime).toMatchObject({
      data: { longRequestCount: 0 },
      status: 'Healthy',
    });
  });

  it('is degraded from CountForDegraded long requests on, until they are out of Range [STA-4, HLO-3]', async () => {
    const { call, pass } = await start({
      healthTracking: true,
      healthMaxExecutionTime: 0,
      healthCountForDegraded: 3,
    });
    const health = async () => (await call<Health>('', 'GET /api/v3/health')).body;
    const seen = [await health(), await health(), await health(), await health()];
    expect(seen.map((answer) => answer.entries.requestProcessingTime.data.longRequestCount)).toEqual([
      0, 1, 2, 3,
    ]);
    expect(seen.map((answer) => answer.status)).toEqual(['Healthy', 'Healthy', 'Healthy', 'Degraded']);
    pass(3600_000 + 61_000);
    expect((await health()).status).toBe('Healthy');
  });

  it('counts nothing without Tracking, and warnings of the log in any case [HLO-2]', async () => {
    const { call } = await start({ healthMaxExecutionTime: 0, healthCountForDegraded: 1 });
    const before = (await call<Health>('', 'GET /api/v3/health')).body;
    await call('', 'GET /api/v2/users');
    const { status, entries } = (await call<Health>('', 'GET /api/v3/health')).body;
    expect([status, entries.requestProcessingTime.data.longRequestCount]).toEqual(['Healthy', 0]);
    const { warningCount, errorCount } = before.entries.globalLog.data;
    expect(entries.globalLog.data).toEqual({ warningCount: warningCount + 1, errorCount });
  });
});
