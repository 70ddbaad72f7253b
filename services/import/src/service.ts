// Owns imports and exports, their files and reports; of rosters also the lines of files and each source's state. Questions, folders, files, people and courses
// belong to other services: the jobs make the calls of their people.
// Emits nothing. Consumes identity: the erasure of people.
import { courseRules } from '@lyceum/course/mirror/rules'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { plainDatabase } from '@lyceum/kit/database/database'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { exportAttendance } from './attendance-exports/export-attendance.ts'
import { attendanceExportRoutes } from './attendance-exports/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { applyRoster, checkRoster, undoRoster } from './data-imports/jobs.ts'
import { dataImportRoutes } from './data-imports/routes.ts'
import { releaseRuns } from './data-imports/run-rows.ts'
import { sweepRosters } from './data-imports/undoing.ts'
import { sweepExports } from './exports/exports.ts'
import { exportRoutes } from './exports/routes.ts'
import type { Jobs } from './jobs.ts'
import { exportNotes } from './note-exports/export-notes.ts'
import { noteExportRoutes } from './note-exports/routes.ts'
import { exportPeople } from './people-exports/export-people.ts'
import { peopleExportRoutes } from './people-exports/routes.ts'
import { exportReport } from './report-exports/export-report.ts'
import { reportExportRoutes } from './report-exports/routes.ts'
import { exportRoster } from './roster-exports/export-roster.ts'
import { rosterExportRoutes } from './roster-exports/routes.ts'
import { exportQuestions } from './question-exports/question-exports.ts'
import { questionExportRoutes } from './question-exports/routes.ts'
import { importQuestions, sweepFiles } from './question-imports/import-job.ts'
import { questionImportRoutes } from './question-imports/routes.ts'
import { exportTopic } from './topic-exports/export-topic.ts'
import { topicExportRoutes } from './topic-exports/routes.ts'

export const service = defineService({
  name: 'import',
  config,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  contracts,
  open: async ({ db, pool, door, config, now }) => {
    const deps: Deps = { db, sql: plainDatabase(pool), door, config, now }
    return {
      deps,
      rules: courseRules,
      routes: [
        questionImportRoutes,
        questionExportRoutes,
        dataImportRoutes,
        rosterExportRoutes,
        peopleExportRoutes,
        attendanceExportRoutes,
        topicExportRoutes,
        reportExportRoutes,
        noteExportRoutes,
        exportRoutes,
      ],
      consumers,
      jobs: {
        importQuestions: importQuestions(db),
        exportQuestions: exportQuestions(db),
        checkRoster,
        applyRoster,
        undoRoster,
        exportRoster,
        exportPeople,
        exportAttendance,
        exportTopic,
        exportReport,
        exportNotes,
        sweepRosters: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepRosters(deps, now(), size)) },
        releaseRosters: { every: 60_000, run: async () => void (await releaseRuns(deps.sql)) },
        sweepExports: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepExports(deps.sql, now(), size)) },
        sweepFiles: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepFiles(db, now(), size)) },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
