import { describeCalendar } from '../support/time/calendar.ts';

describeCalendar('Asia/Tokyo');
