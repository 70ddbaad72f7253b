// The rubric of a work as buttons: a level for each criterion, or points between two levels, and a comment.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { bestOf, levelOf, pointsOf, typedScore } from './points.ts'
import { classes } from '../../../ui/class-names.ts'
import { TextArea } from '../../../ui/fields/field.tsx'
import type { Grading } from './grading-saver.ts'
import type { Answer } from '../../../client.ts'

type Rubric = Answer<'GET /api/activities/:id/rubric'>
type Criterion = Rubric['criteria'][number]
type One = Grading['criteria'][string]
const nothing: One = { level: null, points: null, comment: '' }

export function RubricButtons({
  rubric,
  given,
  onChange,
  readOnly,
}: {
  rubric: Rubric
  given: Grading['criteria']
  onChange: (criteria: Grading['criteria']) => void
  readOnly: boolean
}) {
  return (
    <div className="divide-y divide-line">
      {rubric.criteria.map((criterion) => (
        <CriterionRow
          key={criterion.id}
          criterion={criterion}
          given={given[criterion.id] ?? nothing}
          readOnly={readOnly}
          onChange={(one) => onChange({ ...given, [criterion.id]: one })}
        />
      ))}
    </div>
  )
}

function CriterionRow({
  criterion,
  given,
  readOnly,
  onChange,
}: {
  criterion: Criterion
  given: One
  readOnly: boolean
  onChange: (one: One) => void
}) {
  const t = useTexts('marking')
  const [open, setOpen] = useState(given.comment !== '' || (given.points !== null && !levelOf(criterion, given)))
  const [typed, setTyped] = useState<string>()
  const best = bestOf(criterion)
  const chosen = levelOf(criterion, given)
  const score = typed === undefined ? undefined : typedScore(typed, best)
  const wrong = score && 'error' in score
  /** More than five levels wrap. */
  const inOneRow = criterion.levels.length <= 5
  return (
    <fieldset
      className="px-4 py-2.5"
      // arrows choose a level, and lead to no other person
      onKeyDown={(event) => {
        if (event.key.startsWith('Arrow')) event.stopPropagation()
      }}
    >
      <legend className="float-left mb-1.5 flex w-full items-baseline justify-between gap-2">
        <span className="text-body font-semibold wrap-break-word">{criterion.title}</span>
        <span className="tabular text-small whitespace-nowrap text-text-2">
          <b className="text-text">{pointsOf(criterion, given) ?? '–'}</b> / {best}
        </span>
      </legend>
      <div className={classes('clear-both gap-1', inOneRow ? 'grid auto-cols-[minmax(0,1fr)] grid-flow-col' : 'flex flex-wrap')}>
        {criterion.levels.map((level) => {
          const on = level === chosen
          return (
            <label
              key={level.id}
              title={[level.title, level.about].filter(Boolean).join(': ')}
              className={classes(
                'relative inline-flex min-h-8 cursor-pointer items-center justify-center rounded-control border text-body has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                inOneRow ? 'min-w-0 px-0.5' : 'min-w-20 flex-1 px-1.5',
                on ? 'border-accent bg-accent font-semibold text-accent-on' : 'border-line-strong bg-surface hover:bg-hover',
                readOnly && 'pointer-events-none',
              )}
            >
              <input
                type="radio"
                name={`criterion-${criterion.id}`}
                aria-label={`${level.points}: ${level.title}`}
                checked={on}
                disabled={readOnly}
                onChange={() => onChange({ ...given, level: level.id, points: null })}
                onClick={() => {
                  // a second click takes the choice back
                  if (on) onChange({ ...given, level: null, points: null })
                }}
                className="absolute inset-0 cursor-pointer appearance-none"
              />
              <span aria-hidden className="min-w-0 py-0.5 text-center">
                <span className="tabular block">{level.points}</span>
                <span className="line-clamp-3 text-caption font-normal wrap-break-word">{level.title}</span>
              </span>
            </label>
          )
        })}
      </div>
      <div className="mt-1 flex items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-caption text-text-2 wrap-break-word">{chosen ? chosen.about || chosen.title : criterion.about}</p>
        {!readOnly && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="min-h-6 shrink-0 text-caption text-accent-text hover:underline"
          >
            {t('more')}
          </button>
        )}
      </div>
      {open && !readOnly && (
        <div className="mt-1.5 space-y-2">
          <ul className="text-caption text-text-2 empty:hidden">
            {criterion.levels
              .filter(({ about }) => about)
              .map(({ id, points, about }) => (
                <li key={id} className="wrap-break-word">
                  <b className="tabular text-text">{points}</b> {about}
                </li>
              ))}
          </ul>
          <label className="flex flex-wrap items-center gap-2 text-small text-text-2">
            {t('ownPoints')}
            <input
              inputMode="decimal"
              value={typed ?? (chosen ? '' : given.points) ?? ''}
              aria-invalid={wrong || undefined}
              onChange={(event) => {
                setTyped(event.target.value)
                const next = typedScore(event.target.value, best)
                if ('points' in next) onChange({ ...given, points: next.points, level: next.points === null ? given.level : null })
              }}
              onBlur={() => {
                if (!wrong) setTyped(undefined)
              }}
              className="field-edge tabular min-h-(--control-sm) w-20 px-2 text-text"
            />
            {wrong && <span className="text-bad-text">{t('atMost', { max: best })}</span>}
          </label>
          <TextArea
            hideLabel
            label={t('criterionComment', { name: criterion.title })}
            placeholder={t('criterionComment', { name: criterion.title })}
            rows={2}
            maxLength={4000}
            value={given.comment}
            onChange={(comment) => onChange({ ...given, comment })}
          />
        </div>
      )}
      {readOnly && given.comment && <p className="mt-1 text-small whitespace-pre-wrap">{given.comment}</p>}
    </fieldset>
  )
}
