// The room of work: what is handed in, how it is marked, reviewed by other students and compared.
import { one } from '@lyceum/kit/database/database'
import { on } from '@lyceum/kit/facts/consumer'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { TextReadySchema } from '@lyceum/proto/upload'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { followSettings } from './evaluations/follow-settings.ts'
import { evaluationRoutes } from './evaluations/routes.ts'
import { eraseMarker } from './marking/erasure.ts'
import { markingRoutes } from './marking/routes.ts'
import { markRoutes } from './marks/routes.ts'
import { giveOutLate, giveOutReviews, remindReviewers } from './peer-reviews/giving-out.ts'
import { peerReviewRoutes } from './peer-reviews/routes.ts'
import { rubricRoutes } from './rubrics/routes.ts'
import { copyRubrics } from './rubrics/rubrics.ts'
import { takeFileText, takeTextLater } from './similarity/file-texts.ts'
import { similarityRoutes } from './similarity/routes.ts'
import { compareWork } from './similarity/similarity.ts'
import { remindDue } from './submissions/reminders.ts'
import { returnWorkJob, takeBackReworkJob } from './submissions/returns.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { deleteTrialWork, eraseSubmissions, purgeSubmissions, resyncSubmissions } from './submissions/upkeep.ts'

export const workRoom = {
  routes: [rubricRoutes, markingRoutes, markRoutes, peerReviewRoutes, evaluationRoutes, similarityRoutes, submissionRoutes],
  finders: {
    submission: finderIn(
      '(select s.id, s.org_id, s.course_id from submissions s join activities a on a.id = s.activity_id and not a.deleted where s.n > 0 and not s.trial)',
    ),
    peerReview: finderIn(
      '(select p.id, a.org_id, a.course_id from peer_reviews p join activities a on a.id = p.activity_id and not a.deleted)',
    ),
    markingComment: async (tx, id) => await one<{ org: string }>(tx, 'select org_id::text as org from marking_comments where id = $1', id),
  },
  consumers: { upload: { textReady: on(TextReadySchema, takeTextLater) } },
  jobs: ({ deps: { kv, now }, client, database }) => ({
    returnWork: returnWorkJob(client),
    takeBackRework: takeBackReworkJob(client),
    compareWork: ({ job: { payload } }) => compareWork(database, payload.submission, payload.n, now()),
    takeFileText: ({ job: { payload } }) => takeFileText(database, kv, payload),
    giveOutReviews: {
      every: 60_000,
      run: async () => {
        await repeatWhileFull((size) => giveOutReviews(database, size), 20)
        await repeatWhileFull((size) => giveOutLate(database, size), 20)
      },
    },
    remindReviewers: { every: 600_000, run: () => repeatWhileFull((size) => remindReviewers(database, size), 50) },
    remindDue: { every: 300_000, run: () => repeatWhileFull((size) => remindDue(database, now(), size), 500) },
  }),
  settingsChanged: followSettings,
  copied: (tx, course, copies, now, copy) =>
    copyRubrics(
      tx,
      course,
      copies.map(({ from, to }) => ({ from, to: to.id })),
      now,
      copy,
    ),
  purge: purgeSubmissions,
  purgeTrials: deleteTrialWork,
  async erase(tx, person) {
    await eraseSubmissions(tx, person)
    await eraseMarker(tx, person)
  },
  resync: { submissions: resyncSubmissions },
} satisfies Room
