// One answer with what it is given: points by a field or by buttons, comment, rubric where it has one; with two markers, both and the decision.
import { Check, FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { QuestionView } from '../../parts/learning/questions/question-view.tsx'
import { typedScore } from '../../parts/learning/rubrics/points.ts'
import { paths } from '../../paths.ts'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../session/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { TextArea } from '../../ui/fields/field.tsx'
import { bytes } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { SaveNote } from '../../parts/learning/rubrics/save-note.tsx'
import { authorName, type Rubric } from './queries.ts'
import { titleOf, type ToMark } from './question-head.tsx'
import { GradingConflict } from '../../parts/learning/rubrics/grading-conflict.tsx'
import { usePartialRubric } from '../../parts/learning/rubrics/use-partial-rubric.tsx'
import { RubricButtons } from '../../parts/learning/rubrics/rubric-buttons.tsx'
import { TwoMarkers } from './second-marking.tsx'
import { type AnswerRow, answerKey, patchAnswer, useAnswerMark } from './use-answer-mark.ts'

/** At most so many points are offered as buttons. */
const mostButtons = 10

export function AnswerCard({
  activity,
  row,
  question,
  byStudent,
  rubric,
  two,
  current,
  onCurrent,
  onNext,
}: {
  activity: Activity
  row: AnswerRow
  question: ToMark | undefined
  /** All answers of one student: each says its question. */
  byStudent: boolean
  rubric: Rubric | null
  two: boolean
  current: boolean
  onCurrent: () => void
  onNext: () => void
}) {
  const t = useTexts('marking')
  const e = useTexts('exam')
  const id = useId()
  const byPerson = question?.marking === 'person'
  const work = useAnswerMark(activity.id, row, byPerson ? rubric : null)
  const [typed, setTyped] = useState<string>()
  const { data: config } = useQuery(configQuery)
  const score = typed === undefined ? undefined : typedScore(typed, row.max)
  const wrong = score && 'error' in score ? score.error : undefined
  const type = (text: string) => {
    setTyped(text)
    const next = typedScore(text, row.max)
    if ('points' in next) work.change({ points: next.points })
  }
  const partial = usePartialRubric({ rubric: byPerson ? rubric : null, given: work.given, max: row.max }, async () => {
    setTyped(undefined)
    if (await work.finish()) onNext()
  })
  const finish = () => {
    if (!wrong) partial.finish()
  }
  const name = authorName(row.author, t)
  const max = Number(row.max)
  const buttons = Number.isInteger(max) && max <= mostButtons ? Array.from({ length: max + 1 }, (_, n) => String(n)) : []
  const both = [...(row.marking ? [row.marking] : []), ...row.others].map((mark) => ({ ...mark, id: String(mark.place) }))
  const points = work.given.points ?? (byPerson ? null : row.points)
  return (
    <li
      onFocus={onCurrent}
      className={classes('surface-card scroll-mt-32 overflow-hidden', current && 'outline-2 outline-accent')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          finish()
        }
      }}
    >
      <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
        <Avatar id={row.author.id ?? row.attempt_id} name={name} src={row.author.avatar || null} size={26} />
        <h2 id={id} tabIndex={-1} data-answer className="min-w-0 flex-1 text-body font-semibold outline-none">
          {byStudent && question ? titleOf(question) : name}
        </h2>
        <Link
          to={
            byStudent
              ? paths.markAnswers(activity.course_id, activity.id, { question: row.question_id })
              : paths.markAnswers(activity.course_id, activity.id, { attempt: row.attempt_id })
          }
          className="inline-flex min-h-6 shrink-0 items-center text-small text-accent-text hover:underline"
        >
          {t(byStudent ? 'allToQuestion' : 'allOfStudent')}
        </Link>
        {(work.done || (!byPerson && row.points !== null)) && <StatusMark state="done" label={t('marked')} />}
      </div>
      <div className="px-4 py-3">
        {row.answer === null ? (
          <p className="text-body text-text-3">{e('noAnswer')}</p>
        ) : (
          question && (
            <QuestionView
              item={{ type: row.type, stem: question.stem, content: question.content }}
              stemless
              labelledBy={id}
              answer={row.answer}
            />
          )
        )}
        {row.files.length > 0 && (
          <ul className="mt-3 space-y-1">
            {row.files.map((file) => (
              <li key={file.upload_id} className="flex items-center gap-2 text-small">
                <FileText aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-3" />
                {file.url ? (
                  <a
                    href={new URL(file.url, config?.bytes_origin || window.location.origin).href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="min-w-0 break-all text-accent-text hover:underline"
                  >
                    {file.name}
                  </a>
                ) : (
                  file.name
                )}
                <span className="tabular text-text-3">{bytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {byPerson && rubric && rubric.criteria.length > 0 && (
        <RubricButtons rubric={rubric} given={work.given.criteria} readOnly={false} onChange={(criteria) => work.change({ criteria })} />
      )}
      {two && byPerson && (
        <TwoMarkers
          thing={answerKey(row)}
          taken={row.taken}
          done={row.done}
          mineDone={work.done}
          both={both}
          decision={row.decision}
          max={row.max}
          onDecide={async (decided, comment) => {
            const decision = await call('PUT /api/attempts/:id/answers/:slot/decision', {
              params: { id: row.attempt_id, slot: String(row.slot) },
              body: { points: decided, comment, version: row.decision?.version ?? 0 },
            })
            return { points: decision.points, show: () => patchAnswer(row, { decision, points: decision.points }) }
          }}
        />
      )}
      {byPerson && !row.taken ? (
        <div className="space-y-2.5 border-t border-line bg-sunken px-4 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <label className="flex items-center gap-2">
              <input
                data-score
                aria-label={t('scoreOf', { name })}
                aria-invalid={wrong ? true : undefined}
                aria-describedby={`${id}-note`}
                inputMode="decimal"
                autoComplete="off"
                value={typed ?? points ?? ''}
                onChange={(event) => type(event.target.value)}
                onBlur={() => {
                  if (!wrong) setTyped(undefined)
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                    event.preventDefault()
                    finish()
                  } else if (event.key === 'Escape') event.currentTarget.blur()
                }}
                className="field-edge tabular min-h-10 w-16 px-1 text-center text-section font-bold"
              />
              <span className="text-text-2">{t('ofPoints', { max: row.max })}</span>
            </label>
            {buttons.length > 0 && (
              <span className="flex flex-wrap gap-1">
                {buttons.map((value) => (
                  <button
                    key={value}
                    type="button"
                    aria-pressed={points === value}
                    aria-label={t('giveTo', { points: value, name })}
                    onClick={() => {
                      setTyped(undefined)
                      work.change({ points: value })
                    }}
                    className={classes(
                      'tabular min-h-(--control) min-w-9 rounded-control border px-1.5 text-body',
                      points === value
                        ? 'border-accent bg-accent font-semibold text-accent-on'
                        : 'border-line-strong bg-surface hover:bg-hover',
                    )}
                  >
                    {value}
                  </button>
                ))}
              </span>
            )}
            <SaveNote state={work.state} />
          </div>
          <p id={`${id}-note`} role="alert" className="text-small text-bad-text empty:hidden">
            {wrong && t(wrong, { max: row.max })}
          </p>
          {work.state.kind === 'conflict' && (
            <GradingConflict
              state={work.state}
              work={work}
              rubric={rubric}
              labels={{ points: t('score'), comment: t('comment') }}
              onChosen={() => setTyped(undefined)}
            />
          )}
          <div className="flex flex-wrap items-end gap-2">
            <TextArea
              label={t('comment')}
              rows={1}
              maxLength={20_000}
              value={work.given.comment}
              onChange={(comment) => work.change({ comment })}
              className="min-w-0 flex-1 basis-60"
            />
            <Button variant="primary" icon={Check} onClick={() => finish()}>
              {t('saveNext')}
            </Button>
          </div>
        </div>
      ) : (
        !byPerson && (
          <p className="tabular border-t border-line px-4 py-2 text-small text-text-2">
            {row.points === null ? e('notMarked') : e('given', { given: row.points, points: row.max })} · {t('byKey')}
          </p>
        )
      )}
      {partial.asks}
    </li>
  )
}
