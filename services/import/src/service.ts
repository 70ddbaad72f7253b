// Owns imports and exports, their files and reports. Questions, folders and files belong to other services: the jobs make the calls of their people.
// Emits nothing. Consumes identity: the erasure of people.
import { courseRules } from '@lyceum/course/mirror/rules'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import type { Jobs } from './jobs.ts'
import { exportQuestions } from './question-exports/question-exports.ts'
import { questionExportRoutes } from './question-exports/routes.ts'
import { importQuestions, sweepFiles } from './question-imports/import-job.ts'
import { questionImportRoutes } from './question-imports/routes.ts'

export const service = defineService({
  name: 'import',
  config,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  open: async ({ db, door, config, now }) => {
    const deps: Deps = { db, door, config, now }
    return {
      deps,
      rules: courseRules,
      routes: [questionImportRoutes, questionExportRoutes],
      consumers,
      jobs: {
        importQuestions: importQuestions(db),
        exportQuestions: exportQuestions(db),
        sweepFiles: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepFiles(db, now(), size)) },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
