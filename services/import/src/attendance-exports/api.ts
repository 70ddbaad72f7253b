// The contract table of exports of attendance: everybody of a course by roll call, as a file.
import { ById, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const AttendanceExport = Type.Object({
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  format: oneOf('csv', 'xlsx'),
  lang: Type.Optional(Type.String({ maxLength: 10 })),
})
export type AttendanceExport = Static<typeof AttendanceExport>

export const attendanceExportCalls = calls({
  'POST /api/courses/:id/attendance/export': {
    summary:
      'The students that fit the conditions of GET /api/courses/:id/attendance with their states in its closed roll calls, the last 500 of them, as a file (CSV or XLSX), as a task: its result names the upload, a file of mine. Its words are in the language of the page',
    may: 'signedIn',
    status: 202,
    tx: false,
    delegates: true,
    params: ById,
    body: AttendanceExport,
    reply: Type.Object({ task: Type.String() }),
    errors: ['forbidden'],
    example: { format: 'csv' },
  },
})
