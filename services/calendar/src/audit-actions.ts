// The actions of calendar's audit log; texts are in web/src/i18n/<locale>/audit.json.
export const calendarActions = [
  'calendarEvent.made',
  'calendarEvent.changed',
  'calendarEvent.deleted',
  'calendarEvent.restored',
  'timetable.made',
  'timetable.changed',
  'timetable.deleted',
  'timetable.imported',
  'meeting.made',
  'meeting.changed',
  'meeting.deleted',
  'meeting.agreed',
  'meeting.rejected',
  'room.made',
  'room.changed',
  'room.deleted',
  'room.restored',
  'calendarFeed.made',
  'calendarFeed.revoked',
] as const

declare module '@lyceum/kit/audit/audit' {
  interface AuditActions {
    calendar: (typeof calendarActions)[number]
  }
}
