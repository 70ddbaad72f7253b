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
import { activityRoutes } from './content/activities/routes.ts'
import { keptContents } from './content/activities/shared-content.ts'
import { changeQuestionsJob } from './questions/banks/bulk.ts'
import { bankFinders, rulesWithBanks } from './questions/banks/rights.ts'
import { bankRoutes } from './questions/banks/routes.ts'
import { purgeBanks } from './questions/banks/upkeep.ts'
import { purgeBin } from './course-life/bin/bin.ts'
import { regrade } from './exams/answer-marking/regrade.ts'
import { answerMarkingRoutes } from './exams/answer-marking/routes.ts'
import { attemptReviewRoutes } from './exams/attempt-reviews/routes.ts'
import { attemptRoutes } from './exams/attempts/routes.ts'
import { examAccessRoutes } from './exams/exam-access/routes.ts'
import { findAttempt } from './exams/attempts/attempt-row.ts'
import { releaseClosed } from './exams/attempts/releases.ts'
import { remindAskers } from './exams/attempts/reminders.ts'
import { closeDue, markSubmitted, slice } from './exams/attempts/sweep.ts'
import { deleteTrialAttempts } from './exams/attempts/upkeep.ts'
import { binRoutes } from './course-life/bin/routes.ts'
import { calendarRoutes } from './overview/calendar/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { contentListRoutes } from './overview/content-lists/routes.ts'
import { copyContentJob } from './course-life/copies/course-copy.ts'
import { copyRoutes } from './course-life/copies/routes.ts'
import { deletionRoutes } from './content/deletions/routes.ts'
import type { Deps } from './deps.ts'
import { documentRoutes } from './progress/documents/routes.ts'
import { sweepDrafts } from './content/drafts/drafts.ts'
import { draftRoutes } from './content/drafts/routes.ts'
import { editorRoutes } from './content/editors/routes.ts'
import { evaluationRoutes } from './work/evaluations/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { invigilationRoutes } from './exams/invigilation/routes.ts'
import type { Jobs } from './jobs.ts'
import { openActivities } from './content/activities/openings.ts'
import { markingRoutes } from './work/marking/routes.ts'
import { markRoutes } from './work/marks/routes.ts'
import { moduleRoutes } from './content/modules/routes.ts'
import { giveOutLate, giveOutReviews, remindReviewers } from './work/peer-reviews/giving-out.ts'
import { keptPapers } from './questions/papers/kept-papers.ts'
import { paperRoutes } from './questions/papers/routes.ts'
import { peerReviewRoutes } from './work/peer-reviews/routes.ts'
import { findPlaySession, deleteExpiredPlays } from './progress/plays/plays.ts'
import { playRoutes } from './progress/plays/routes.ts'
import { prerequisiteRoutes } from './times/prerequisites/routes.ts'
import { measureCompletion } from './progress/measuring.ts'
import { progressRoutes } from './progress/routes.ts'
import { deleteTrials } from './activity/trials.ts'
import { questionnaireRoutes } from './exams/questionnaires/routes.ts'
import { useTemplateJob } from './exams/questionnaires/templates.ts'
import { resyncSteps } from './resync.ts'
import { scorePolicyRoutes } from './gradebook/score-policies/routes.ts'
import { sweepMissing } from './gradebook/scores/missing.ts'
import { recalculateResults } from './gradebook/scores/recalculate-results.ts'
import { releaseDue } from './gradebook/scores/release-scores.ts'
import { scoreRoutes } from './gradebook/scores/routes.ts'
import { rubricRoutes } from './work/rubrics/routes.ts'
import { similarityRoutes } from './work/similarity/routes.ts'
import { takeFileText } from './work/similarity/file-texts.ts'
import { compareWork } from './work/similarity/similarity.ts'
import { remindDue } from './work/submissions/reminders.ts'
import { returnWorkJob } from './work/submissions/returns.ts'
import { submissionRoutes } from './work/submissions/routes.ts'
import { deleteTrialWork } from './work/submissions/upkeep.ts'
import { syllabusRoutes } from './content/syllabuses/routes.ts'
import { rewriteManyTimes } from './times/personal-times.ts'
import { timeRoutes } from './times/routes.ts'
import { todoRoutes } from './overview/todo/routes.ts'
import { videoQuizRoutes } from './exams/video-quizzes/routes.ts'
import { versionRoutes } from './content/versions/routes.ts'

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
