import { describeCalendar } from '../support/time/calendar.ts';

describeCalendar('America/New_York');
