// A handed in attempt, looked through: by its student as far as it is released and shown, by who marks it as a whole.
import { type CourseScope, requireIn } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { GrantedFiles } from '../../activity/api.ts'
import type { Deps } from '../../deps.ts'
import { itemsOf, slotsOf, uploadsOf } from '../../questions/papers/paper-view.ts'
import { questionTypeOf, solutionOf } from '../../questions/question-types.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { aliasOf, isStripped } from '../../activity/file-aliases.ts'
import { namelessFile } from '../../activity/work-rules.ts'
import { type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'
import type { Review } from './api.ts'
import { grantFiles, type ShownUpload } from '../attempts/attempt-files.ts'
import { activityOfAttempt, arrangedBy, type AttemptActivity, type AttemptRow, attemptOf } from '../attempts/attempt-row.ts'
import { uploadsOfAnswer } from '../attempts/answers.ts'
import { namelessAnswer } from '../attempts/nameless-answer.ts'
import { readKeys, type StoredMark } from '../attempts/mark-attempt.ts'
import { readEvents } from '../attempts/attempt-events.ts'

type AnswerRow = {
  slot: number
  answer: Record<string, unknown> | null
  saved_at: Date
  points: string | null
  mark: StoredMark | null
}
const answersOf = (tx: Tx, attempt: string): Promise<AnswerRow[]> =>
  rows<AnswerRow>(
    tx,
    'select slot::int, answer, saved_at, trim_scale(points)::text as points, mark from attempt_answers where attempt_id = $1',
    attempt,
  )

/** The review of a student's own attempt: nothing before its release. */
async function shownOf(
  tx: Tx,
  attempt: AttemptRow,
  { settings, type }: AttemptActivity,
  paperPoints: string,
): Promise<Review['shown'] | undefined> {
  const shown = settings.results_shown as Review['shown']
  if (attempt.state !== 'marked') return undefined
  if (attempt.trial) return shown
  const activity = { id: attempt.activity_id, orgId: attempt.org_id, courseId: attempt.course_id, type, settings: {} }
  const released =
    Number(paperPoints) === 0
      ? settings.results_when === 'at_once'
      : (await releasedOf(tx, activity, [attempt.person_id])).has(attempt.person_id)
  return released ? shown : undefined
}

/** 404 for another one's, unless the caller marks; 409 attempt.notShown until it is released, and where nothing is shown. */
export const readReview = async (deps: Deps, actor: Actor, scope: CourseScope): Promise<Review> =>
  (await reviewOf(deps, actor, scope)).review

type AnswerFile = { upload: ProjectedUpload; nth: number }
/** `answered`: the files of its answers, each with its number in its answer. */
async function reviewOf(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
): Promise<{ review: Review; answered: AnswerFile[]; nameless: boolean }> {
  const { db, papers } = deps
  const attempt = attemptOf(scope)
  const activity = activityOfAttempt(scope)
  const mine = attempt.person_id === actor.person
  const marks = has(scope.access.can, 'work.mark')
  if (!mine && !marks) throw notFound('attempt', attempt.id)
  const paper = await papers.of(db, attempt.paper_id)
  if (!paper) throw notFound('attempt', attempt.id)
  const all = marks && (!mine || !attempt.trial)
  const shown = all ? 'feedback' : await shownOf(db, attempt, activity, paper.points)
  if (!shown || shown === 'nothing') throw conflict('attempt.notShown')
  if (all && attempt.state === 'running') requireIn(scope.access, 'work.mark')
  const arranged = arrangedBy(attempt)
  const slots = slotsOf(paper, arranged)
  const [showsAnswers, showsKey] = [shown !== 'score', shown === 'feedback']
  const answers = showsAnswers ? new Map((await answersOf(db, attempt.id)).map((row) => [row.slot, row])) : new Map<number, AnswerRow>()
  const keys = showsKey ? await readKeys(db, attempt.versions) : new Map()
  const comments = showsAnswers ? await commentsOf(db, attempt.id) : new Map<number, string>()
  const marked = attempt.state === 'marked'
  const nameless = !mine && (await isNameless(db, { id: attempt.activity_id, anonymous: activity.anonymous }))
  const uploads = await uploadsById(
    db,
    [...answers.values()].flatMap(({ answer }) => uploadsOfAnswer(answer)),
  )
  const filesOf = ({ answer }: AnswerRow) =>
    uploadsOfAnswer(answer).flatMap((id, nth): AnswerFile[] => {
      const upload = uploads.get(id)
      return upload ? [{ upload, nth }] : []
    })
  const answerShown = (row: AnswerRow | undefined) =>
    row && nameless
      ? namelessAnswer(
          deps.config,
          attempt.id,
          row.answer,
          filesOf(row).map(({ upload }) => asFile(upload)),
        )
      : (row?.answer ?? null)
  const review: Review = {
    id: attempt.id,
    activity_id: attempt.activity_id,
    person: mine ? null : await personOf(db, attempt, nameless),
    state: attempt.state,
    started_at: nameless ? null : attempt.started_at.toISOString(),
    submitted_at: nameless ? null : (attempt.submitted_at?.toISOString() ?? null),
    submitted_by: attempt.submitted_by,
    shown,
    points: marked && (all || attempt.to_mark === 0) ? attempt.points : null,
    max: paper.points,
    sections: paper.sections.map(({ id, title, text }) => ({ id, title, text })),
    items: !showsAnswers
      ? []
      : itemsOf(paper, arranged, slots).map((item) => {
          const row = answers.get(item.slot)
          const key = keys.get(item.version_id)
          const marking = questionTypeOf(item.type).marking
          return {
            ...item,
            section: paper.sections[slots[item.slot]!.section]!.id,
            answer: answerShown(row),
            saved_at: nameless ? null : (row?.saved_at.toISOString() ?? null),
            given: marking === 'none' ? null : (row?.points ?? (marked && !row ? '0' : null)),
            mark: row?.mark ? { share: row.mark.share, parts: row.mark.parts } : null,
            feedback: showsKey ? (row?.mark?.feedback ?? []) : [],
            general_feedback: key?.feedback ?? '',
            solution: key ? (solutionOf(key) as Record<string, unknown> | null) : null,
            comment: comments.get(item.slot) ?? '',
          }
        }),
    events: nameless ? [] : await readEvents(db, attempt.id),
    upload_ids: uploadsOf(paper, slots),
  }
  return { review, answered: [...answers.values()].flatMap(filesOf), nameless }
}
const asFile = ({ id, name, size, type }: ProjectedUpload) => ({ upload_id: id, name, size, type })

async function personOf(tx: Tx, attempt: AttemptRow, nameless: boolean): Promise<Review['person']> {
  if (nameless) return { id: null, name: null, number: attempt.pseudonym }
  const name = (await personNames(tx, [attempt.person_id])).get(attempt.person_id)?.name ?? ''
  return { id: attempt.person_id, name, number: null }
}

const commentsOf = async (tx: Tx, attempt: string): Promise<Map<number, string>> =>
  new Map(
    (
      await rows<{ slot: number; comment: string }>(
        tx,
        `select slot::int, comment from answer_marks where attempt_id = $1 and place = 0 and state = 'done' and comment <> ''`,
        attempt,
      )
    ).map(({ slot, comment }) => [slot, comment]),
  )

/** The files of an attempt that the caller may look through: of its questions, of its answers, and of the feedback that is shown. */
export async function readReviewFiles(deps: Deps, actor: Actor, scope: CourseScope): Promise<GrantedFiles> {
  const { review, answered, nameless } = await reviewOf(deps, actor, scope)
  const feedbackFiles = review.items.flatMap(({ feedback, general_feedback }) => [...feedback, general_feedback].flatMap(filesIn))
  const ofOthers = await uploadsById(deps.db, [...new Set([...review.upload_ids, ...feedbackFiles])])
  for (const { upload } of answered) ofOthers.delete(upload.id)
  const stripped = isStripped(activityOfAttempt(scope))
  const shown = ({ upload, nth }: AnswerFile): ShownUpload =>
    nameless ? { ...upload, name: namelessFile(upload, nth), alias: aliasOf(deps.config, review.id, upload.id), stripped } : upload
  return grantFiles(deps, actor, scope, [...ofOthers.values(), ...answered.map(shown)])
}
