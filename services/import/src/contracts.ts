// The calls of import, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { attendanceExportCalls } from './attendance-exports/api.ts'
import { dataImportCalls } from './data-imports/api.ts'
import { exportCalls } from './exports/api.ts'
import { noteExportCalls } from './note-exports/api.ts'
import { peopleExportCalls } from './people-exports/api.ts'
import { questionExportCalls } from './question-exports/api.ts'
import { questionImportCalls } from './question-imports/api.ts'
import { reportExportCalls } from './report-exports/api.ts'
import { rosterExportCalls } from './roster-exports/api.ts'
import { topicExportCalls } from './topic-exports/api.ts'

export const contracts = {
  ...questionImportCalls,
  ...questionExportCalls,
  ...dataImportCalls,
  ...rosterExportCalls,
  ...peopleExportCalls,
  ...attendanceExportCalls,
  ...topicExportCalls,
  ...reportExportCalls,
  ...noteExportCalls,
  ...exportCalls,
  ...auditCalls('import'),
}
