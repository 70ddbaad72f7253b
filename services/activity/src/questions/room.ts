// The room of questions: banks, and the papers that ask their questions.
import { run } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import type { Room } from '../room.ts'
import { changeQuestionsJob } from './banks/bulk.ts'
import { copyBanks } from './banks/course-copy.ts'
import { bankFinders } from './banks/rights.ts'
import { bankRoutes } from './banks/routes.ts'
import { eraseBankOwner, purgeBanks, purgeCourseBanks, resyncQuestions } from './banks/upkeep.ts'
import { copyPapers } from './papers/copy-papers.ts'
import { freezePapers } from './papers/papers.ts'
import { paperRoutes } from './papers/routes.ts'

export const questionsRoom = {
  routes: [bankRoutes, paperRoutes],
  finders: bankFinders,
  jobs: ({ deps: { now }, client, database }) => ({
    changeQuestions: changeQuestionsJob(client),
    purgeBanks: {
      every: 3_600_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => purgeBanks(tx, now(), size))),
    },
  }),
  published: freezePapers,
  copied: (tx, _course, copies, now, copy) => copyPapers(tx, copies, now, copy),
  courseCopied: copyBanks,
  purge: (tx, activities) =>
    run(tx, 'delete from paper_questions where paper_id in (select id from papers where activity_id = any($1))', activities),
  purgeCourse: purgeCourseBanks,
  erase: eraseBankOwner,
  resync: { questions: resyncQuestions },
} satisfies Room
