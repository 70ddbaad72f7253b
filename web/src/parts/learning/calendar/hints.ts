// Lines of the calendar: what somebody changes in it, and what activities put there.
import { type HintLine, ofContent, ofCourse, ofMembers } from '../../../hint-lines.ts'

export default [
  {
    on: [
      'eventChanged',
      'timetableChanged',
      'meetingChanged',
      'personalTimesChanged',
      'resourceGroupChanged',
      ...ofCourse,
      ...ofMembers,
      ...ofContent,
    ],
    reads: [{ call: 'GET /api/calendar' }, { call: 'GET /api/calendar-entries' }],
  },
  { on: ['progressChanged'], reads: [{ call: 'GET /api/calendar', mine: true }] },
  { on: ['eventChanged'], reads: [{ call: 'GET /api/calendar-events/:id', by: 'id' }] },
  { on: ['timetableChanged'], reads: [{ call: 'GET /api/calendar-timetables/:id' }] },
  {
    on: ['meetingChanged'],
    reads: [
      { call: 'GET /api/calendar-meeting' },
      { call: 'GET /api/calendar-meeting/next' },
      { call: 'GET /api/calendar-meeting/:id', by: 'id' },
      { call: 'GET /api/instruction-team/meeting/:id', by: 'id' },
      { call: 'GET /api/instruction-team/meeting' },
      { call: 'GET /api/management/calendar-meeting' },
    ],
  },
  { on: ['resourceGroupChanged'], reads: [{ call: 'GET /api/calendar-meeting' }, { call: 'GET /api/calendar-meeting/next' }] },
] satisfies HintLine[]
