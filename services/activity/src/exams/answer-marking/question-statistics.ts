// Statistics of the questions of an exam: read once, counted by the pure functions of banks/statistics.ts.
import type { QuestionStatistics } from './api.ts'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { type AttemptRow as Shares, itemStatistics, reliability } from '../../questions/banks/statistics.ts'
import type { Deps } from '../../deps.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { shufflingOf } from '../../questions/papers/rules.ts'
import { questionTypeOf, solutionOf } from '../../questions/question-types.ts'
import { isBlankAnswer } from '../attempts/answers.ts'
import { readKeys } from '../attempts/mark-attempt.ts'

/** The most attempts that are counted: the latest. */
const mostAttempts = 5000
const mostCounts = 50

type AttemptRow = { id: string; paper_id: string; seed: string; shuffle: number; points: string | null; to_mark: number }
type AnswerRow = { attempt: string; slot: number; answer: Record<string, unknown> | null; points: string | null }
type Question = {
  id: string
  version: string
  title: string
  stem: string
  type: QuestionStatistics['type']
  content: Record<string, unknown>
  blank: number
}

/** Of each person the last attempt. */
async function readAttempts(tx: Tx, activity: string): Promise<AttemptRow[]> {
  return await rows<AttemptRow>(
    tx,
    `select * from (select distinct on (person_id) id::text, paper_id::text, seed::text, shuffle, trim_scale(points)::text as points, to_mark, started_at
       from attempts where activity_id = $1 and state = 'marked' and not trial order by person_id, started_at desc) l
     order by l.started_at desc limit ${mostAttempts}`,
    activity,
  )
}

export async function readStatistics({ db, papers }: Deps, id: string) {
  const activity = await readActivityRow(db, id)
  askerOf(activity)
  const attempts = await readAttempts(db, activity.id)
  const answers = await rows<AnswerRow>(
    db,
    'select attempt_id::text as attempt, slot::int, answer, trim_scale(points)::text as points from attempt_answers where attempt_id = any($1)',
    attempts.map((one) => one.id),
  )
  const answerOf = new Map(answers.map((row) => [`${row.attempt} ${row.slot}`, row]))
  const questions = new Map<string, Question>()
  const most: Record<string, number> = {}
  const list: Shares[] = []
  for (const attempt of attempts) {
    const paper = await papers.of(db, attempt.paper_id)
    if (!paper) continue
    const shares: Record<string, number | null> = {}
    const chosen: Record<string, string[]> = {}
    slotsOf(paper, { seed: attempt.seed, shuffling: shufflingOf(attempt.shuffle) }).forEach(({ version, points }, slot) => {
      const kept = paper.versions.get(version)
      if (!kept || questionTypeOf(kept.type).marking === 'none') return
      const question = questions.get(kept.questionId) ?? { ...kept, id: kept.questionId, version, blank: 0 }
      questions.set(kept.questionId, question)
      most[kept.questionId] = Number(points)
      const row = answerOf.get(`${attempt.id} ${slot}`)
      const blank = isBlankAnswer(kept, row?.answer)
      if (blank) question.blank++
      else chosen[kept.questionId] = questionTypeOf(kept.type).counted(kept.content as never, row!.answer as never)
      const earned = blank ? 0 : row!.points === null ? null : Number(row!.points)
      shares[kept.questionId] = earned === null || Number(points) === 0 ? null : earned / Number(points)
    })
    list.push({ shares, chosen })
  }
  const statistics = itemStatistics(list, most)
  const keys = await readKeys(
    db,
    [...questions.values()].map(({ version }) => version),
  )
  const marked = attempts.filter(({ to_mark, points }) => to_mark === 0 && points !== null)
  return {
    attempts: list.length,
    alpha: reliability(list, most),
    mean: marked.length === 0 ? null : marked.reduce((sum, { points }) => sum + Number(points), 0) / marked.length,
    items: [...questions.values()].map((question): QuestionStatistics => {
      const of = statistics.get(question.id)
      const key = keys.get(question.version)
      const right = key ? rightOf(question, key) : undefined
      return {
        question_id: question.id,
        type: question.type,
        title: question.title,
        stem: question.stem,
        content: question.content,
        answers: of?.answers ?? 0,
        difficulty: of?.difficulty ?? null,
        discrimination: of?.discrimination ?? null,
        counts: Object.entries({ ...noneChosen(question), ...of?.counts })
          .sort(([, a], [, b]) => b - a)
          .slice(0, mostCounts)
          .map(([answer, count]) => ({ answer, count, right: right ? right.has(answer) : null })),
        blank: question.blank,
      }
    }),
  }
}

/** The options of a question, counted with 0. */
const noneChosen = ({ type, content }: Question): Record<string, number> =>
  Object.fromEntries((questionTypeOf(type).offered?.(content as never) ?? []).map((value) => [value, 0]))

/** The value by which the right answer is counted; undefined where no key has one. */
function rightOf({ type, content }: Question, { key }: { key: unknown }): Set<string> | undefined {
  const solution = solutionOf({ type, content, key })
  return solution ? new Set(questionTypeOf(type).counted(content as never, solution)) : undefined
}
