import { describeCalendar } from './support/calendar.ts';

describeCalendar('America/New_York');
