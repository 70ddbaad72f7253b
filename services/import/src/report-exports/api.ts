// The contract table of exports of the reports of classes.
import { ById } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const ReportExport = Type.Object({ lang: Type.Optional(Type.String({ maxLength: 10 })) })
export type ReportExport = Static<typeof ReportExport>

export const reportExportCalls = calls({
  'POST /api/class-sessions/:id/report/export': {
    summary:
      'The report of a class, as GET /api/class-sessions/:id/report gives it to me, as a PDF, as a task: its result names the upload, a file of mine. Its words are in the language of the page',
    may: 'signedIn',
    status: 202,
    tx: false,
    delegates: true,
    params: ById,
    body: ReportExport,
    reply: Type.Object({ task: Type.String() }),
    errors: ['forbidden'],
    example: { lang: 'th' },
  },
})
