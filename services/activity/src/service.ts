// The activity service: owns modules, activities, play sessions and progress.
// Emits every change of a module or an activity, and progress at each 5 % and at completion.
// Consumes identity and course (names and rights, by their mirrors) and upload (files to embed and play).
import { auditWithin } from '@lyceum/course/mirror/audit-within'
import { one, plain, plainDatabase } from '@lyceum/kit/database/database'
import type { Finder } from '@lyceum/kit/calls/routes'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder, findInCourse } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { activityRoutes } from './activities/routes.ts'
import { keptContents } from './activities/shared-content.ts'
import { changeQuestionsJob } from './banks/bulk.ts'
import { bankFinders, rulesWithBanks } from './banks/rights.ts'
import { bankRoutes } from './banks/routes.ts'
import { purgeBanks } from './banks/upkeep.ts'
import { purgeBin } from './bin/bin.ts'
import { regrade } from './answer-marking/regrade.ts'
import { answerMarkingRoutes } from './answer-marking/routes.ts'
import { attemptReviewRoutes } from './attempt-reviews/routes.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { examAccessRoutes } from './exam-access/routes.ts'
import { findAttempt } from './attempts/attempt-row.ts'
import { releaseClosed } from './attempts/releases.ts'
import { remindAskers } from './attempts/reminders.ts'
import { closeDue, markSubmitted, slice } from './attempts/sweep.ts'
import { deleteTrialAttempts } from './attempts/upkeep.ts'
import { binRoutes } from './bin/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { contentListRoutes } from './content-lists/routes.ts'
import { copyContentJob } from './copies/course-copy.ts'
import { copyRoutes } from './copies/routes.ts'
import { deletionRoutes } from './deletions/routes.ts'
import type { Deps } from './deps.ts'
import { documentRoutes } from './documents/routes.ts'
import { sweepDrafts } from './drafts/drafts.ts'
import { draftRoutes } from './drafts/routes.ts'
import { editorRoutes } from './editors/routes.ts'
import { evaluationRoutes } from './evaluations/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { invigilationRoutes } from './invigilation/routes.ts'
import type { Jobs } from './jobs.ts'
import { openActivities } from './activities/openings.ts'
import { markingRoutes } from './marking/routes.ts'
import { markRoutes } from './marks/routes.ts'
import { moduleRoutes } from './modules/routes.ts'
import { giveOutLate, giveOutReviews, remindReviewers } from './peer-reviews/giving-out.ts'
import { keptPapers } from './papers/kept-papers.ts'
import { paperRoutes } from './papers/routes.ts'
import { peerReviewRoutes } from './peer-reviews/routes.ts'
import { findPlaySession, deleteExpiredPlays } from './plays/plays.ts'
import { playRoutes } from './plays/routes.ts'
import { prerequisiteRoutes } from './prerequisites/routes.ts'
import { measureCompletion } from './progress/measuring.ts'
import { progressRoutes } from './progress/routes.ts'
import { deleteTrials } from './progress/trials.ts'
import { questionnaireRoutes } from './questionnaires/routes.ts'
import { useTemplateJob } from './questionnaires/templates.ts'
import { resyncSteps } from './resync.ts'
import { scorePolicyRoutes } from './score-policies/routes.ts'
import { sweepMissing } from './scores/missing.ts'
import { recalculateResults } from './scores/recalculate-results.ts'
import { releaseDue } from './scores/release-scores.ts'
import { scoreRoutes } from './scores/routes.ts'
import { rubricRoutes } from './rubrics/routes.ts'
import { similarityRoutes } from './similarity/routes.ts'
import { takeFileText } from './similarity/file-texts.ts'
import { compareWork } from './similarity/similarity.ts'
import { remindDue } from './submissions/reminders.ts'
import { returnWorkJob } from './submissions/returns.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { deleteTrialWork } from './submissions/upkeep.ts'
import { syllabusRoutes } from './syllabuses/routes.ts'
import { rewriteManyTimes } from './times/personal-times.ts'
import { timeRoutes } from './times/routes.ts'
import { todoRoutes } from './todo/routes.ts'
import { videoQuizRoutes } from './video-quizzes/routes.ts'
import { versionRoutes } from './versions/routes.ts'

/** A finder of the rows of a table (or subquery) that belong to a course; deleted courses are left out. */
const finderIn =
  (table: string): Finder =>
  (tx, id, actor) =>
    findInCourse(tx, id, actor, { from: `${table} t` })

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
    return {
      deps,
      routes: [
        moduleRoutes,
        syllabusRoutes,
        activityRoutes,
        contentListRoutes,
        bankRoutes,
        binRoutes,
        deletionRoutes,
        copyRoutes,
        draftRoutes,
        versionRoutes,
        editorRoutes,
        playRoutes,
        documentRoutes,
        prerequisiteRoutes,
        progressRoutes,
        timeRoutes,
        todoRoutes,
        calendarRoutes,
        scorePolicyRoutes,
        scoreRoutes,
        rubricRoutes,
        markingRoutes,
        markRoutes,
        peerReviewRoutes,
        evaluationRoutes,
        similarityRoutes,
        submissionRoutes,
        paperRoutes,
        attemptRoutes,
        attemptReviewRoutes,
        examAccessRoutes,
        invigilationRoutes,
        answerMarkingRoutes,
        questionnaireRoutes,
        videoQuizRoutes,
      ],
      rules: rulesWithBanks,
      finders: {
        course: courseFinder,
        module: finderIn('(select * from modules where not deleted)'),
        activity: finderIn('(select * from activities where not deleted)'),
        deletedActivity: finderIn('(select * from activities where deleted)'),
        ...bankFinders,
        syllabus: finderIn('(select * from syllabuses where not deleted)'),
        deletedModule: finderIn('(select * from modules where deleted)'),
        deletedSyllabus: finderIn('(select * from syllabuses where deleted)'),
        playSession: findPlaySession,
        attempt: findAttempt,
        submission: finderIn(
          '(select s.id, s.org_id, s.course_id from submissions s join activities a on a.id = s.activity_id and not a.deleted where s.n > 0 and not s.trial)',
        ),
        peerReview: finderIn(
          '(select p.id, a.org_id, a.course_id from peer_reviews p join activities a on a.id = p.activity_id and not a.deleted)',
        ),
        markingComment: async (tx, id) =>
          await one<{ org: string }>(tx, 'select org_id::text as org from marking_comments where id = $1', id),
        allowance: finderIn('allowances'),
        scoreItem: finderIn('(select * from score_items where not deleted)'),
        deletedScoreItem: finderIn('(select * from score_items where deleted and activity_id is null)'),
        scoreCategory: finderIn('score_categories'),
        questionnaireTemplate: async (tx, id) =>
          await one<{ org: string }>(tx, 'select org_id::text as org from questionnaire_templates where id = $1', id),
        orgScoreScale: async (tx, id) => await one<{ org: string }>(tx, 'select org_id::text as org from score_scales where id = $1', id),
        orgAllowance: async (tx, id) =>
          await one<{ org: string }>(tx, 'select org_id::text as org from allowances where id = $1 and course_id is null', id),
      },
      consumers,
      jobs: {
        rewriteTimes: rewriteManyTimes,
        measureCompletion,
        copyContent: copyContentJob(db),
        purgeBin: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => purgeBin(tx, now(), size))),
        },
        changeQuestions: changeQuestionsJob(db),
        purgeBanks: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => purgeBanks(tx, now(), size))),
        },
        sweepDrafts: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => sweepDrafts(tx, now(), size)), 500),
        },
        sweepPlays: {
          every: 3_600_000,
          formerly: 'plays.forget',
          run: () => repeatWhileFull((size) => deleteExpiredPlays(plain(pool), now(), size)),
        },
        sweepTrials: {
          every: 3_600_000,
          run: async () => {
            await repeatWhileFull((size) => deleteTrials(plain(pool), now(), size), 500)
            await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => deleteTrialWork(tx, now(), size)), 500)
            await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => deleteTrialAttempts(tx, now(), size)), 200)
          },
        },
        returnWork: returnWorkJob(db),
        regrade,
        useTemplate: useTemplateJob(db),
        recalculateResults,
        sweepMissing: {
          every: 30_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => sweepMissing(tx, now(), size)), 20),
        },
        releaseScores: {
          every: 5000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => releaseDue(tx, now(), size)), 20),
        },
        sweepAttempts: {
          every: 5000,
          run: async () => {
            await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => closeDue(tx, now(), size)), 500)
            await repeatWhileFull((size) => markSubmitted(plainDatabase(pool), deps, size), slice)
          },
        },
        releaseExams: {
          every: 30_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => releaseClosed(tx, now(), size)), 20),
        },
        compareWork: ({ job: { payload } }) => compareWork(plainDatabase(pool), payload.submission, payload.n, now()),
        takeFileText: ({ job: { payload } }) => takeFileText(plainDatabase(pool), kv, payload),
        giveOutReviews: {
          every: 60_000,
          run: async () => {
            await repeatWhileFull((size) => giveOutReviews(plainDatabase(pool), size), 20)
            await repeatWhileFull((size) => giveOutLate(plainDatabase(pool), size), 20)
          },
        },
        remindReviewers: { every: 600_000, run: () => repeatWhileFull((size) => remindReviewers(plainDatabase(pool), size), 50) },
        remindAskers: { every: 300_000, run: () => repeatWhileFull((size) => remindAskers(plainDatabase(pool), now(), size), 500) },
        remindDue: { every: 300_000, run: () => repeatWhileFull((size) => remindDue(plainDatabase(pool), now(), size), 500) },
        openActivities: { every: 5000, run: () => repeatWhileFull((size) => openActivities(plainDatabase(pool), size), 200) },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
