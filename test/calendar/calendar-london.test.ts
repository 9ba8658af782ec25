import { describeCalendar } from '../support/time/calendar.ts';

describeCalendar('Europe/London');
