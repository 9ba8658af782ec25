import { dayIn } from '../../api.ts';
import { saysNo, writtenDay } from '../judging/facts.ts';
import type { Office } from '../judging/office.ts';
import { momentAt, nextWeekday, nextWorkday } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';
import { changeTask, doneTask, onDay, textOfNew } from './right-changes.ts';

const weekMs = 7 * 86_400_000;
const caseIds = (office: Office, words: string) => office.caseOf(words).Id;
const aWeekLater = (moment: string) => new Date(Date.parse(moment) + weekMs).toISOString();

/** Changes of tasks, events and documents, and requests that the service cannot fulfil. */
export const englishChanges: readonly PlayRequest[] = [
  {
    id: 'en-13',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt:
      'oleg is swamped. give his settlement offer task in Smith v Northbridge to Kate, new due date the coming monday. leave the priority',
    expects: (office, { today, timeZone }) => ({
      says: [/kate|winters/, writtenDay(nextWeekday(today, 'Monday'))],
      changes: [
        {
          kind: 'tasks',
          id: offerTask(office).Id,
          to: {
            Responsibles: [office.user('kate').Id],
            ExecutionDate: onDay(nextWeekday(today, 'Monday'), timeZone),
          },
        },
      ],
    }),
    byHand: (user, office, { today, timeZone }) =>
      changeTask(user, offerTask(office), {
        Responsibles: [{ Id: office.user('kate').Id, Type: 'User' }],
        ExecutionDate: momentAt(nextWeekday(today, 'Monday'), '17:00', timeZone),
      }),
  },
  {
    id: 'en-14',
    language: 'en',
    who: 'john',
    kind: 'change',
    prompt:
      'the other side in the harbour cargo case got an extension: the "defence is due" entry in the calendar goes back by exactly one week. my task there stays as it is',
    expects: (office, { timeZone }) => {
      const { Id, StartDate, EndDate } = office.event('Harbour: defence is due');
      const [start, end] = [aWeekLater(StartDate), aWeekLater(EndDate)];
      return {
        says: [writtenDay(dayIn(start, timeZone))],
        changes: [{ kind: 'events', id: Id, to: { StartDate: start, EndDate: end } }],
      };
    },
    byHand: ({ send }, office) => {
      const { Id, StartDate, EndDate, AllDay } = office.event('Harbour: defence is due');
      const [start, end] = [aWeekLater(StartDate), aWeekLater(EndDate)];
      return send(`PUT /api/v3/events/${Id}`, { AllDay, StartDate: start, EndDate: end });
    },
  },
  {
    id: 'en-15',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt:
      "I've spoken to the clients on Mill Lane and on the Harbour Light bankruptcy, so both call tasks are done, close them. not the Smith one, that call is still to come",
    expects: (office) => ({
      says: [/mill lane/, /harbou?r/],
      changes: callTasks(office).map((task) => doneTask(office, task)),
    }),
    byHand: async (user, office) => {
      const StatusId = office.listed('taskStatuses', 'Done').Id;
      for (const task of callTasks(office)) await changeTask(user, task, { StatusId });
    },
  },
  {
    id: 'en-17',
    language: 'en',
    who: 'john',
    kind: 'change',
    prompt: "make a reply to claim from our template for the Harbour v O'Brien case",
    expects: (office) => ({
      says: [/reply to claim/],
      changes: [
        {
          kind: 'documents',
          to: {
            Case: caseIds(office, '1:26-cv-01234'),
            Extension: 'txt',
            Text: textOfNew('REPLY TO CLAIM', '1:26-cv-01234'),
          },
        },
      ],
    }),
    byHand: ({ send }, office) =>
      send('POST /api/v3/documents/CreateFromTemplate', {
        TemplateId: office.document('Reply to claim (template)').Id,
        CaseId: caseIds(office, '1:26-cv-01234'),
      }),
  },
  {
    id: 'en-18',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt:
      'add to the notes of my bundle task in Smith: "Clerk wants three copies." keep what is written there and everything else',
    expects: (office) => ({
      says: [/added|note|description|three copies/],
      changes: [
        {
          kind: 'tasks',
          id: bundleTask(office).Id,
          to: { Description: /one for counsel\.[\s\S]*Clerk wants three copies/ },
        },
      ],
    }),
    byHand: (user, office) =>
      changeTask(user, bundleTask(office), {
        Description: `${bundleTask(office).Description}\nClerk wants three copies.`,
      }),
  },
  {
    id: 'en-20',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt:
      "text Jane Smith on whatsapp that the disclosure hearing starts at ten, and book half an hour for it on her bill. don't change anything in the system instead",
    expects: () => ({ says: [saysNo] }),
  },
  {
    id: 'en-22',
    language: 'en',
    who: 'john',
    kind: 'change',
    prompt:
      'book an hour for a debrief meeting on Delta v Romashka, 9am london time on the first working day after day 1 of the trial (mind the firm holidays). kate and I attend, nobody else',
    expects: (office, { timeZone }) => {
      const { day, start, end } = debrief(office, timeZone);
      return {
        says: [writtenDay(day)],
        changes: [
          {
            kind: 'events',
            to: {
              Case: caseIds(office, 'Delta v. Romashka'),
              Type: office.listed('eventTypes', 'Meeting').Id,
              StartDate: start,
              EndDate: end,
              Attendees: [office.user('kate').Id, office.user('john').Id],
            },
          },
        ],
      };
    },
    byHand: ({ send }, office, { timeZone }) => {
      const { start, end } = debrief(office, timeZone);
      return send('POST /api/v3/events', {
        Name: 'Debrief',
        CaseId: caseIds(office, 'Delta v. Romashka'),
        TypeId: office.listed('eventTypes', 'Meeting').Id,
        ...{ StartDate: start, EndDate: end },
        Attendees: ['john', 'kate'].map((login) => ({ Type: 'User', EntityId: office.user(login).Id })),
      });
    },
  },
  {
    id: 'en-23',
    language: 'en',
    who: 'head',
    kind: 'change',
    policy: 'decline',
    prompt: 'the old warehouse lease Д-01/2026 in the archive, delete it for good',
    expects: () => ({ says: [saysNo] }),
  },
];

const offerTask = (office: Office) => office.tasksOf('CL-2026-000123', 'Send settlement offer')[0];
const bundleTask = (office: Office) => office.tasksOf('CL-2026-000123', 'Prepare bundle')[0];
const callTasks = (office: Office) =>
  ['LOSS-2026-102', 'BR-2026-0077'].flatMap((number) => office.tasksOf(number, 'Call client'));

/** Returns the time of the debrief: one hour on the first working day after the trial. */
function debrief(office: Office, timeZone: string) {
  const trial = dayIn(office.event('trial, day 1').StartDate, timeZone);
  const day = nextWorkday(trial, office.calendar[0]);
  const start = momentAt(day, '09:00', timeZone);
  return { day, start, end: new Date(Date.parse(start) + 3_600_000).toISOString() };
}
