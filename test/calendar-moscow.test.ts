import { describeCalendar } from './support/calendar.ts';

describeCalendar('Europe/Moscow');
