// The contract table of exports of questions: a file of a bank's questions as a task.
import { calls } from '../call-table.ts'
import { Id, oneOf } from '@lyceum/kit/calls/shapes'
import { TaskId } from '@lyceum/kit/tasks/api'
import { type Static, Type } from 'typebox'

const ExportDraft = Type.Object({
  bank_id: Id,
  /** Those of a list of the bank (as GET /api/banks/:id/questions takes them), else these alone. */
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5000, uniqueItems: true })),
  format: oneOf('moodle_xml', 'gift', 'qti', 'csv'),
})
export type ExportDraft = Static<typeof ExportDraft>

export const questionExportCalls = calls({
  'POST /api/question-exports': {
    summary: 'Write questions of a bank into a file: a task; its report names the questions that the format cannot say',
    may: 'signedIn',
    body: ExportDraft,
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    tx: false,
    delegates: true,
  },
  'GET /api/question-exports/:id/file': {
    summary: 'The file of an export of mine, for a day; content is base64',
    may: 'signedIn',
    params: Type.Object({ id: TaskId }),
    reply: Type.Object({ name: Type.String(), mime: Type.String(), content: Type.String() }),
    errors: ['questionExport.notReady'],
  },
})
