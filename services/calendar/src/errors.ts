// The codes of calendar's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const calendarErrors = [
  'calendar.spanTooLong',
  'calendarEvent.alertUnknown',
  'calendarEvent.courseMissing',
  'calendarEvent.courseUnknown',
  'calendarEvent.departmentsMissing',
  'calendarEvent.departmentUnknown',
  'calendarEvent.endBeforeStart',
  'calendarEvent.groupUnknown',
  'calendarEvent.newer',
  'calendarEvent.notFound',
  'calendarEvent.personUnknown',
  'calendarEvent.tooLong',
  'calendarEvent.wholeDays',
  'calendarFeed.notFound',
  'calendarFeed.tooMany',
  'calendarImport.empty',
  'calendarImport.notCalendar',
  'calendarImport.tooMany',
  'meeting.addressWrong',
  'meeting.begun',
  'meeting.endBeforeStart',
  'meeting.hostUnknown',
  'meeting.newer',
  'meeting.notFound',
  'meeting.orgUnknown',
  'meeting.tooLong',
  'scope.other',
  'simulation.visitor',
  'course.unpublished',
  'timetable.columnMissing',
  'timetable.courseUnknown',
  'timetable.dayWrong',
  'timetable.endBeforeStart',
  'timetable.endsBeforeStart',
  'timetable.newer',
  'timetable.never',
  'timetable.notFound',
  'timetable.notThen',
  'timetable.off',
  'timetable.over',
  'timetable.timeWrong',
  'timetable.tooLong',
  'timetable.tooManyRows',
  'timetable.tooManyTimes',
  'timetable.weekdayWrong',
  'timetable.weekdaysMissing',
  'upload.unknown',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    calendar: (typeof calendarErrors)[number]
  }
}
