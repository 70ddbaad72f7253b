// The room of exams, questionnaires and video quizzes: attempts at papers, their marking, invigilation and results.
import { one } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import type { Room } from '../room.ts'
import { regrade } from './answer-marking/regrade.ts'
import { answerMarkingRoutes } from './answer-marking/routes.ts'
import { attemptReviewRoutes } from './attempt-reviews/routes.ts'
import { findAttempt } from './attempts/attempt-row.ts'
import { moveDeadlines } from './attempts/moved-deadlines.ts'
import { releaseClosed } from './attempts/releases.ts'
import { remindAskers } from './attempts/reminders.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { closeDue, markSubmitted, slice } from './attempts/sweep.ts'
import { deleteTrialAttempts, eraseAttempts, purgeAttempts, resyncAttempts } from './attempts/upkeep.ts'
import { examAccessRoutes } from './exam-access/routes.ts'
import { invigilationRoutes } from './invigilation/routes.ts'
import { questionUseRoutes } from './question-use/routes.ts'
import { questionnaireRoutes } from './questionnaires/routes.ts'
import { useTemplateJob } from './questionnaires/templates.ts'
import { videoQuizRoutes } from './video-quizzes/routes.ts'

export const examsRoom = {
  routes: [
    attemptRoutes,
    attemptReviewRoutes,
    examAccessRoutes,
    invigilationRoutes,
    answerMarkingRoutes,
    questionUseRoutes,
    questionnaireRoutes,
    videoQuizRoutes,
  ],
  finders: {
    attempt: findAttempt,
    questionnaireTemplate: async (tx, id) =>
      await one<{ org: string }>(tx, 'select org_id::text as org from questionnaire_templates where id = $1', id),
  },
  jobs: ({ deps, client, database }) => ({
    regrade,
    useTemplate: useTemplateJob(client),
    sweepAttempts: {
      every: 5000,
      run: async () => {
        await repeatWhileFull((size) => database.$transaction((tx) => closeDue(tx, deps.now(), size)), 500)
        await repeatWhileFull((size) => markSubmitted(database, deps, size), slice)
      },
    },
    releaseExams: {
      every: 30_000,
      run: () => repeatWhileFull((size) => database.$transaction((tx) => releaseClosed(tx, deps.now(), size)), 20),
    },
    remindAskers: { every: 300_000, run: () => repeatWhileFull((size) => remindAskers(database, deps.now(), size), 500) },
  }),
  timesChanged: moveDeadlines,
  purge: purgeAttempts,
  purgeTrials: deleteTrialAttempts,
  erase: eraseAttempts,
  resync: { attempts: resyncAttempts },
} satisfies Room
