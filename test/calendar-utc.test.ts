import { describeCalendar } from './support/calendar.ts';

describeCalendar('UTC');
