// The activity service: modules, activities and their versions, the plan, progress and play sessions, the gradebook, banks and papers, submissions,
// marking and peer reviews, exams, questionnaires and video quizzes, allowances, bin and copies. rooms.ts lists the rooms that own them.
// Emits every change of them; consumes identity and course (names and rights, by their mirrors) and upload (files to embed, play and hand in).
import { auditWithin } from '@lyceum/course/mirror/audit-within'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { plainDatabase } from '@lyceum/kit/database/database'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { defineService } from '@lyceum/kit/service'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { keptContents } from './content/activities/shared-content.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import type { Jobs } from './jobs.ts'
import { rulesWithBanks } from './questions/banks/rights.ts'
import { keptPapers } from './questions/papers/kept-papers.ts'
import { resyncSteps } from './resync.ts'
import { type HandledJobs, rooms } from './rooms.ts'

export const service = defineService({
  name: 'activity',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  auditWithin,
  resync: resyncSteps,
  projections: ['uploads'],
  open: async ({ db, pool, kv, config, now }) => {
    const deps: Deps = { db, pool, kv, config, contents: keptContents(), papers: keptPapers(), now }
    const environment = { deps, client: db, database: plainDatabase(pool) }
    const jobs: Pick<HandlersOf<Jobs, Deps>, HandledJobs> = Object.assign({}, ...rooms.map((room) => room.jobs?.(environment)))
    return {
      deps,
      routes: rooms.flatMap((room) => room.routes ?? []),
      rules: rulesWithBanks,
      finders: Object.assign({ course: courseFinder }, ...rooms.map((room) => room.finders)),
      consumers,
      // a kind that no room handles does not compile
      jobs: jobs satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
