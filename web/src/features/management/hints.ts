// Lines of the management's lists; its numbers are counted once in a while and are not read again.
import { type HintLine, ofCourse } from '../../hint-lines.ts'

export default [
  {
    on: ofCourse,
    reads: [
      { call: 'GET /api/management/reviews', every: 5000 },
      { call: 'GET /api/subjects', every: 5000 },
    ],
  },
  {
    on: ['uploadChanged', 'uploadReady', 'uploadFailed', 'uploadDeleted'],
    reads: [{ call: 'GET /api/management/failed-uploads', every: 5000 }],
  },
  { on: ['sharedResourceChanged'], reads: [{ call: 'GET /api/resource-groups/:id/files' }] },
  {
    on: ['timetableChanged', 'eventChanged', 'meetingChanged'],
    reads: [
      { call: 'GET /api/management/lessons', every: 5000 },
      { call: 'GET /api/management/rooms', every: 5000 },
      { call: 'GET /api/management/rooms/:id/bookings', every: 5000 },
    ],
  },
] satisfies HintLine[]
