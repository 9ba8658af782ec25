import { describeCalendar } from './support/calendar.ts';

describeCalendar('Asia/Tokyo');
