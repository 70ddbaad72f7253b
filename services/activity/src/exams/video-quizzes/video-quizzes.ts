// Video quizzes: the questions of a film by their moments, answered and marked one by one, at once.
import { type CourseScope, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { run } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { settingsOf } from '../../types/settings.ts'
import { openActivity } from '../../activity/open-activity.ts'
import { cleanAnswer, isBlankAnswer } from '../attempts/answers.ts'
import { scoreAttempts } from '../attempts/attempt-scores.ts'
import { markOne, readKeys } from '../attempts/mark-attempt.ts'
import { shareText, storedPoints } from '../attempts/rules.ts'
import type { Deps } from '../../deps.ts'
import { unitsOf } from '../../points/decimals.ts'
import { exactText } from '../../points/fractions.ts'
import { grantTexts } from '../../questions/papers/granted-files.ts'
import { currentPaper } from '../../questions/papers/kept-papers.ts'
import { slotsOf, uploadsOf } from '../../questions/papers/paper-view.ts'
import { askerOf, triedPaper } from '../../questions/papers/papers.ts'
import { record } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { countsProgress } from '../../trial.ts'
import { solutionOf } from '../../questions/question-types.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { Subject } from './api.ts'
import { asWritten, attemptFor, type Quiz, type QuizAnswer, quizAnswers, quizPoints } from './quiz-answers.ts'

async function openQuiz(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Quiz> {
  const activity = await openActivity(deps, actor, scope, id)
  if (askerOf(activity) !== 'film') throw conflict('paper.notOffered')
  const stored = !teaches(scope.access)
  const paper = stored ? await currentPaper(deps, activity.id) : await triedPaper(deps, activity, actor.person)
  return {
    activity,
    paper,
    slots: paper ? slotsOf(paper, asWritten) : [],
    tries: settingsOf(activity).tries as number,
    trial: !countsProgress(scope),
    stored,
  }
}

export async function readQuiz(deps: Deps, actor: Actor, scope: CourseScope, id: string) {
  const quiz = await openQuiz(deps, actor, scope, id)
  const { activity, slots, paper, tries } = quiz
  const upload = (await uploadsById(deps.db, activity.uploadIds)).get(activity.uploadIds[0] ?? '')
  // a guest has none
  const answers = actor.person === '' ? new Map<number, QuizAnswer>() : await quizAnswers(deps.papers, deps.db, quiz, actor.person)
  const counted = slots.filter(({ version }) => paper?.versions.get(version)?.type !== 'stimulus')
  const { org_id: _, person_id: __, ...shown } = upload ?? { org_id: '', person_id: '' }
  return {
    id: activity.id,
    title: activity.title,
    course_id: activity.courseId,
    upload: upload ? (shown as Omit<typeof upload, 'org_id' | 'person_id'>) : null,
    pass_over: settingsOf(activity).pass_over as 'may_skip' | 'must_answer',
    tries,
    questions: counted.length,
    answered: answers.size,
    points: paper && unitsOf(paper.points) > 0n ? paper.points : null,
    earned: answers.size > 0 ? storedPoints(quizPoints(quiz, answers)) : null,
  }
}

export async function readSubjects(deps: Deps, actor: Actor, scope: CourseScope, id: string) {
  const quiz = await openQuiz(deps, actor, scope, id)
  const { paper, slots, activity, tries } = quiz
  if (!paper) return { subjects: [], upload_ids: [] }
  const answers = await quizAnswers(deps.papers, deps.db, quiz, actor.person)
  const mustAll = settingsOf(activity).pass_over === 'must_answer'
  const subjects = slots.flatMap(({ section, version, points }, slot): Subject[] => {
    const { id: part, title, text, at, back_to, must } = paper.sections[section]!
    const kept = paper.versions.get(version)
    if (!kept) return []
    const row = answers.get(slot)
    return [
      {
        id: kept.questionId,
        at: at ?? 0,
        back_to: back_to ?? null,
        must: must ?? mustAll,
        section: part,
        title,
        text,
        type: kept.type,
        stem: kept.stem,
        content: kept.content,
        points,
        answer: row?.answer ?? null,
        right: row?.mark ? row.mark.share === '1' : null,
        tries_left: Math.max(0, tries - (row?.seq ?? 0)),
      },
    ]
  })
  subjects.sort((a, b) => a.at - b.at)
  return { subjects, upload_ids: uploadsOf(paper, slots) }
}

/** 404 videoQuiz.unknownSubject, 409 videoQuiz.noTriesLeft, 400 answer.unfit. */
export async function answerSubject(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { subject_id, answer }: { subject_id: string; answer: Record<string, unknown> },
) {
  const { db, now, papers } = deps
  const quiz = await openQuiz(deps, actor, scope, id)
  const { paper, slots, tries, stored } = quiz
  const question = subject_id.toLowerCase()
  const slot = slots.findIndex(({ version }) => paper?.versions.get(version)?.questionId === question)
  const kept = paper?.versions.get(slots[slot]?.version ?? '')
  if (!paper || !kept || kept.type === 'stimulus') throw notFound('subject', subject_id)
  const cleaned = cleanAnswer(kept, answer)
  if (!cleaned || isBlankAnswer(kept, cleaned)) throw invalid({ answer: 'answer.unfit' })
  const time = now()
  const attempt = stored ? await attemptFor(papers, db, quiz, actor.person, time) : undefined
  const version = (await readKeys(db, [kept.id])).get(kept.id)!
  const points = slots[slot]!.points
  const marked = markOne(version, cleaned, points) ?? { points: '0', mark: null }
  const before = (await quizAnswers(papers, db, quiz, actor.person)).get(slot)
  if ((before?.seq ?? 0) >= tries) throw conflict('videoQuiz.noTriesLeft')
  const best = before?.points && unitsOf(before.points) > unitsOf(marked.points) ? before.points : marked.points
  if (attempt)
    await run(
      db,
      `
    insert into attempt_answers as w (attempt_id, slot, seq, answer, saved_at, points, mark) values ($1, $2, $7, $3::text::jsonb, $4, $5::text::numeric, $6::text::jsonb)
    on conflict (attempt_id, slot) do update set seq = excluded.seq, answer = excluded.answer, saved_at = excluded.saved_at, points = excluded.points, mark = excluded.mark`,
      attempt,
      slot,
      JSON.stringify(cleaned),
      time,
      best,
      JSON.stringify(marked.mark),
      (before?.seq ?? 0) + 1,
    )
  if (attempt) await addUp(deps, quiz, actor.person, attempt)
  const right = marked.mark?.share === '1'
  const left = Math.max(0, tries - (before?.seq ?? 0) - 1)
  const section = paper.sections[slots[slot]!.section]!
  const over = right || left === 0
  const feedback = marked.mark?.feedback ?? []
  const general = over ? version.feedback : ''
  const { items: files } = await grantTexts(deps, actor, scope, quiz.activity, [...new Set([...feedback, general].flatMap(filesIn))])
  return {
    right,
    share: marked.mark?.share ?? shareText({ n: 0n, d: 1n }),
    parts: marked.mark?.parts ?? {},
    feedback,
    general_feedback: general,
    files,
    solution: over ? (solutionOf(version) as Record<string, unknown> | null) : null,
    back_to: right ? null : (section.back_to ?? null),
    tries_left: left,
  }
}

/** The sum so far is the score; all questions answered is what completion asks. */
async function addUp(deps: Deps, quiz: Quiz, person: string, attempt: string): Promise<void> {
  const { db, now, papers } = deps
  const { activity, slots, paper, trial } = quiz
  const answers = await quizAnswers(papers, db, quiz, person)
  const sum = quizPoints(quiz, answers)
  await run(
    db,
    'update attempts set points = $2::text::numeric, exact = $3, version = version + 1 where id = $1',
    attempt,
    storedPoints(sum),
    exactText(sum),
  )
  if (!trial) await scoreAttempts(db, deps, activity, [person], null)
  const questions = slots.filter(({ version }) => paper?.versions.get(version)?.type !== 'stimulus').length
  if (answers.size >= questions)
    await record(db, await recordedActivity(db, activity), person, { kind: 'answered' }, { now: now(), counts: !trial })
}
