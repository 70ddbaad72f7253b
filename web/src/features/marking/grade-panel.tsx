// The panel of a work's grading, at the right: its author, rubric or score, comment, what was saved, and the way on.
import { BookMarked, CornerDownLeft, RotateCcw } from 'lucide-react'
import { type ReactNode, type Ref, useEffect } from 'react'
import { useTexts } from '../../i18n.ts'
import { typedScore } from '../../parts/learning/rubrics/points.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { date, dateTime, list } from '../../ui/format.ts'
import { Popover } from '../../ui/menus/popover.tsx'
import { CommentBank } from './comment-bank.tsx'
import { GradingConflict } from '../../parts/learning/rubrics/grading-conflict.tsx'
import type { SaveState } from '../../parts/learning/rubrics/grading-saver.ts'
import { RubricButtons } from '../../parts/learning/rubrics/rubric-buttons.tsx'
import { SaveNote } from '../../parts/learning/rubrics/save-note.tsx'
import { ScoreField } from '../../parts/learning/rubrics/score-field.tsx'
import type { MarkingWork } from './use-marking.ts'
import { authorName, type Rubric, type Submission } from './queries.ts'
import { lateText } from './submission-list.tsx'

export function GradePanel({
  submission,
  rubric,
  work,
  typed,
  onTyped,
  hiddenAs,
  present,
  markState,
  second,
  comments,
  person,
  scoreField,
  onRework,
  onTakeBack,
  onNext,
}: {
  submission: Submission
  rubric: Rubric | null
  work: MarkingWork
  /** The score as it is typed; undefined: as it is saved. */
  typed: string | undefined
  onTyped: (text: string | undefined) => void
  hiddenAs: number | undefined
  /** Other people who mark it now. */
  present: readonly { id: string; name: string }[]
  markState: 'sent' | 'sending' | 'device'
  /** Of a second marker, the decision. */
  second?: ReactNode
  /** The numbered comments on the work. */
  comments: ReactNode
  person: Ref<HTMLHeadingElement>
  scoreField: Ref<HTMLInputElement>
  onRework: () => void
  /** Of what was returned for rework and not handed in once more. */
  onTakeBack: () => void
  onNext: () => void
}) {
  const t = useTexts('marking')
  const { given, state, change } = work
  const { author, max } = submission
  const name = authorName(author, t, hiddenAs)
  const score = typed === undefined ? undefined : typedScore(typed, max)
  const error = score && 'error' in score ? score.error : undefined
  const [version] = submission.versions
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Avatar
          id={hiddenAs === undefined ? (author.id ?? submission.id) : String(hiddenAs)}
          name={name}
          src={hiddenAs === undefined ? author.avatar || null : null}
          size={38}
        />
        <div className="min-w-0 flex-1">
          <h2 ref={person} tabIndex={-1} className="truncate text-section leading-tight font-semibold">
            {name}
          </h2>
          <p className="tabular text-caption text-text-2">
            {[version && (author.kind === 'pseudonym' ? date : dateTime)(version.submitted_at), t('attempt', { n: work.n })]
              .filter(Boolean)
              .join(', ')}
          </p>
          {author.kind === 'group' && hiddenAs === undefined && (
            <p className="text-caption text-text-2">{list(submission.members.map((member) => member.name))}</p>
          )}
        </div>
        {submission.rework ? (
          <Chip tone="warn" icon={RotateCcw}>
            {t('reworkAsked')}
          </Chip>
        ) : submission.late_seconds > 0 ? (
          <Chip tone="warn">{lateText(submission.late_seconds, t)}</Chip>
        ) : (
          <Chip tone="ok">{t('onTime')}</Chip>
        )}
      </div>
      <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto max-tablet:flex-none max-tablet:overflow-visible">
        <div aria-live="polite" className="empty:hidden">
          {present.length > 0 && (
            <p className="bg-info-soft px-4 py-1.5 text-small text-info-text">
              {t('othersHere', { names: list(present.map((one) => one.name)) })}
            </p>
          )}
        </div>
        {state.kind === 'conflict' && <ConflictNote work={work} state={state} rubric={rubric} onChosen={() => onTyped(undefined)} />}
        {second}
        {rubric && rubric.criteria.length > 0 && (
          <RubricButtons rubric={rubric} given={given.criteria} readOnly={false} onChange={(criteria) => change({ criteria })} />
        )}
        <div className="px-4 py-3">
          <TextArea
            label={t('comment')}
            rows={4}
            maxLength={20_000}
            value={given.comment}
            onChange={(comment) => change({ comment })}
            aside={
              <Popover label={t('bank')} width={320} trigger={{ label: t('bank'), icon: BookMarked, size: 'sm' }}>
                {(close) => (
                  <CommentBank
                    course={submission.course_id}
                    text={given.comment}
                    onPick={(text) => {
                      change({ comment: given.comment.trim() ? `${given.comment.trim()} ${text}` : text })
                      close()
                    }}
                  />
                )}
              </Popover>
            }
          />
        </div>
        {comments}
      </div>
      <div className="border-t border-line bg-surface px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <ScoreField
            ref={scoreField}
            points={given.points}
            max={max}
            typed={typed}
            onTyped={onTyped}
            wrong={error !== undefined}
            note="score-note"
          />
          <SaveNote state={state} marks={markState} />
        </div>
        <p id="score-note" role="alert" className="mt-1 text-small text-bad-text empty:hidden">
          {error && t(error, { max: max ?? '100' })}
        </p>
        <div data-buttons className="mt-2.5 flex flex-wrap gap-2">
          {submission.rework ? (
            <Button onClick={onTakeBack}>{t('takeBackRework')}</Button>
          ) : (
            <Button onClick={onRework}>{t('rework')}</Button>
          )}
          <Button variant="primary" className="flex-1" trailing={CornerDownLeft} onClick={onNext}>
            {t('saveNext')}
          </Button>
        </div>
      </div>
    </>
  )
}

/** Somebody else has saved another marking since. */
function ConflictNote({
  work,
  state,
  rubric,
  onChosen,
}: {
  work: MarkingWork
  state: Extract<SaveState, { kind: 'conflict' }>
  rubric: Rubric | null
  onChosen: () => void
}) {
  const t = useTexts('marking')
  const { theirs } = state
  useEffect(() => {
    // a choice is due, wherever the panel was scrolled to
    document.getElementById('marking-conflict')?.scrollIntoView({ block: 'nearest' })
  }, [theirs])
  return (
    <section id="marking-conflict" aria-label={t('conflict')} className="p-3">
      <GradingConflict
        state={state}
        work={work}
        rubric={rubric}
        labels={{ points: t('score'), comment: t('comment') }}
        onChosen={onChosen}
      />
    </section>
  )
}
