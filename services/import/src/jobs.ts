// The jobs of import: kind → payload. service.ts binds their handlers.
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'
import type { Encoding } from '@lyceum/kit/text/encodings'
import type { AttendanceExport } from './attendance-exports/api.ts'
import type { NoteExport } from './note-exports/api.ts'
import type { PeopleExport } from './people-exports/api.ts'
import type { FormatName } from './question-formats/format.ts'
import type { ReportExport } from './report-exports/api.ts'
import type { TopicExport } from './topic-exports/api.ts'

/** The session that the work goes on with, and the organisation it acts in. */
type Delegated = { token: string; org: string; person: string }

export type Jobs = {
  importQuestions: OfTask & Delegated & { bank: string; folder: string | null; format: FormatName; encoding?: Encoding; skip: number[] }
  exportQuestions: OfTask & Delegated & { bank: string; conditions: string; ids: string[] | null; format: FormatName }
  checkRoster: OfTask & Delegated & { run: string }
  applyRoster: OfTask & Delegated & { run: string }
  undoRoster: OfTask & Delegated & { run: string }
  exportPeople: OfTask & Delegated & { wanted: PeopleExport }
  exportAttendance: OfTask & Delegated & { course: string; wanted: AttendanceExport }
  exportTopic: OfTask & Delegated & { topic: string; wanted: TopicExport }
  exportReport: OfTask & Delegated & { session: string; wanted: ReportExport }
  exportNotes: OfTask & Delegated & { wanted: NoteExport }
  exportRoster: OfTask & Delegated & { source: string }
  sweepExports: undefined
  sweepFiles: undefined
  sweepRosters: undefined
  releaseRosters: undefined
}
export const startTask = startTaskFor<Jobs>('import')
