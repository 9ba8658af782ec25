import type { Call, LogFile } from '../state/entities/office.ts';
import { idsByKey, type Seeding } from './build.ts';
import { caseId } from './cases.ts';
import { mediaTypeOf } from './fixtures/files.ts';
import { holidays } from './holidays.ts';
import { kinds } from './kinds.ts';
import { participantId } from './participants.ts';
import { userId } from './users.ts';

const scripts = [
  ['Пересчёт сроков / Recount deadlines', 10],
  ['Ночная сверка / Nightly reconciliation', 2000],
] as const;

const scriptId = idsByKey(kinds.script, ['deadlines', 'nightly']);

/** Lines of each kind of log. `{day}` is replaced with the date. */
const logLines: Record<LogFile['type'], readonly string[]> = {
  console: ['{day}T02:00:00.000Z Nightly reconciliation: run started by user Workflow'],
  WorkflowTrace: [
    '{day}T02:00:00.010Z TRACE workflow step 1 of 2: read cases',
    '{day}T02:00:01.900Z TRACE workflow step 2 of 2: compare payments',
  ],
  interpreter: ['{day}T02:00:02.000Z INFO run finished in 2 s'],
};
/** Last line of yesterday's failed run. */
const failure = '{day}T02:00:01.950Z ERROR payments.csv: line 14 has no amount; run stopped';

type CallRow = readonly [
  direction: Call['direction'],
  from: string,
  to: string,
  daysAgo: number,
  seconds: number,
  user: string,
  more?: { readonly participant?: string; readonly caseKey?: string; readonly recorded?: true },
];

const calls: readonly CallRow[] = [
  [
    'Incoming',
    '020 7946 0421',
    '101',
    1,
    312,
    'anna',
    { participant: 'smith', caseKey: 'smith', recorded: true },
  ],
  ['Outgoing', '104', '+74950001111', 2, 95, 'ivan', { participant: 'vector', caseKey: 'vector' }],
  ['Outgoing', '106', '(212) 555-0142', 3, 0, 'john', { participant: 'delta', caseKey: 'delta' }],
  ['Incoming', '+7 495 000-98-76', '107', 1, 41, 'oleg'],
];

/** Adds non-working days, calls, scripts and their logs of the last three days. */
export function seedOffice(seeding: Seeding): void {
  const { world, year, entity } = seeding;
  // Include the next year, because users look ahead at the end of a year.
  world.nonWorkingDays = holidays(year, year + 1);
  world.scripts.insert(
    ...scripts.map(([name, durationMs], index) => ({
      ...entity(kinds.script, index + 1, 200),
      name,
      durationMs,
    })),
  );
  world.calls.insert(...calls.map((row, index) => buildCall(seeding, row, index + 1)));
  world.logs = [-2, -1, 0].flatMap((offset) => buildLogs(seeding, offset));
}

function buildCall(seeding: Seeding, row: CallRow, number: number): Call {
  const [direction, from, to, daysAgo, duration, user, more = {}] = row;
  return {
    ...seeding.entity(kinds.call, number, daysAgo),
    from,
    to,
    direction,
    startDate: seeding.day(-daysAgo, '08:10'),
    duration,
    userId: userId(user),
    ...(more.participant ? { participantId: participantId(more.participant) } : {}),
    ...(more.caseKey ? { caseId: caseId(more.caseKey) } : {}),
    ...(more.recorded ? { recordingFileId: storeRecording(seeding, number, daysAgo) } : {}),
  };
}

/** Stores a recording. These files have higher numbers than those of documents and signatures. */
function storeRecording({ world, entity }: Seeding, number: number, daysAgo: number): string {
  const name = `call-${number}.wav`;
  return world.files.insert({
    ...entity(kinds.file, 1_000_000 + number, daysAgo),
    name,
    mediaType: mediaTypeOf(name),
    bytes: silence(800),
  }).id;
}

/** Creates silence as a WAV file: 8 kHz, 8 bits, one channel. */
function silence(length: number): Uint8Array {
  const bytes = Buffer.alloc(44 + length, 0x80);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + length, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(length, 40);
  return new Uint8Array(bytes);
}

function buildLogs(seeding: Seeding, offset: number): LogFile[] {
  const date = seeding.day(offset).slice(0, 10);
  const types = Object.keys(logLines) as LogFile['type'][];
  return types.map((type) => {
    const failed = offset === -1 && type === 'interpreter';
    const lines = failed ? [failure] : logLines[type];
    const text = lines.map((line) => `${line.replace('{day}', date)}\n`).join('');
    return { date, type, scriptId: scriptId('nightly'), text };
  });
}
