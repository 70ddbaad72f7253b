// Editor of an activity's rubric in a dialog: criteria with their levels, taken over from another activity or written here.
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { AddButton } from '../../../ui/fields/add-button.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { useVersions } from '../../base/drafts/use-versions.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { rubricBest, unitsOf } from './points.ts'
import { PointsInput } from './points-input.tsx'
import { type Criterion, copied, newId, onto, type RubricForm, rubricFields } from './rubric-versions.ts'

export type Rubric = Answer<'GET /api/activities/:id/rubric'>
type Level = Criterion['levels'][number]
type Props = {
  activity: string
  course: string
  max: string | null
  /** Takes the points in an open form of the activity; else they are written. */
  onPoints?: (points: string) => void
  onClose: () => void
}

const newLevel = (points: string): Level => ({ id: newId(), points, title: '', about: '' })
const newCriterion = (): Criterion => ({ id: newId(), title: '', about: '', levels: ['0', '1', '2'].map(newLevel) })
const rubricQuery = (activity: string) => query('GET /api/activities/:id/rubric', { params: { id: activity }, query: {} })
const formOf = ({ version, criteria }: Rubric) => ({ version, value: { criteria } })

export default function RubricEditor(props: Props) {
  const t = useTexts('rubrics')
  const { data, error, errorUpdatedAt, refetch } = useQuery(rubricQuery(props.activity))
  if (data) return <Editor {...props} rubric={data} />
  return (
    <Dialog open width={720} title={t('title')} onClose={props.onClose}>
      {error ? <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />}
    </Dialog>
  )
}

function Editor({ activity, course, max, onPoints, onClose, rubric }: Props & { rubric: Rubric }) {
  const t = useTexts('rubrics')
  const latest = useMemo(() => formOf(rubric), [rubric])
  const draft = useDraft<RubricForm>('rubric', activity, latest.version, latest.value, {
    title: t('title'),
    send: () => void save(),
    write: (): Promise<unknown> | undefined => (faulty ? undefined : put(draft.version)),
  })
  const { base } = draft
  const versions = useVersions<RubricForm>({
    draft: {
      ...draft,
      rebase: (version, next, value) =>
        draft.rebase(version, next, (present) => onto(typeof value === 'function' ? value(present) : value, base, next)),
    },
    latest,
    read: async () => formOf(await queryClient.fetchQuery({ ...rubricQuery(activity), staleTime: 0 })),
    fields: useMemo(() => rubricFields(base, t), [base, t]),
  })
  const { criteria } = draft.value
  const setCriteria = (next: readonly Criterion[]) => draft.change({ criteria: next })
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { data: others } = useQuery(query('GET /api/courses/:id/rubrics', { params: { id: course } }))
  const offered = (others?.items ?? []).filter((one) => one.activity_id !== activity && one.criteria.length > 0)
  const faulty = criteria.some(
    (one) =>
      !one.title.trim() ||
      one.levels.length === 0 ||
      one.levels.some(({ points, title }) => !title.trim() || unitsOf(points) === undefined),
  )
  const best = rubricBest({ criteria })
  const change = (id: string, part: Partial<Criterion>) => setCriteria(criteria.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const move = (at: number, by: 1 | -1) => {
    const [one, other] = [criteria[at], criteria[at + by]]
    if (one && other) setCriteria(criteria.with(at, other).with(at + by, one))
  }
  const remove = (at: number) => {
    const before = criteria
    setCriteria(criteria.filter((_, i) => i !== at))
    toast({ text: t('removed', { name: before[at]?.title || t('criterion', { number: at + 1 }) }), undo: () => setCriteria(before) })
  }
  const put = (version: number) =>
    call('PUT /api/activities/:id/rubric', { params: { id: activity }, body: { criteria: [...criteria], version } })
  /** Its best sum is not what the activity is worth: said once, before it is saved. */
  const differs = max !== null && criteria.length > 0 && unitsOf(best) !== unitsOf(max)
  const [asking, setAsking] = useState(false)
  const [choice, setChoice] = useState<'keep' | 'set'>()
  const save = async (points = choice) => {
    setSubmitted(true)
    setFailure(undefined)
    if (faulty) return focusFirstFault()
    if (differs && !points) return setAsking(true)
    setChoice(points)
    setAsking(false)
    setBusy(true)
    try {
      const saved = await versions.save(put)
      if (!saved) return setBusy(false)
      if (differs && points === 'set' && onPoints) onPoints(best)
      else if (differs && points === 'set') {
        await call('PUT /api/activities/:id', { params: { id: activity }, body: { points: best } })
        await invalidate('GET /api/activities/:id', 'GET /api/courses/:id/content', 'GET /api/activities/:id/submissions')
      }
      await draft.discard()
      await invalidate('GET /api/activities/:id/rubric', 'GET /api/submissions/:id/marking', 'GET /api/courses/:id/rubrics')
      toast({ text: t('saved') })
      onClose()
    } catch (error) {
      setBusy(false)
      setFailure(problemText(error))
    }
  }
  return (
    <Dialog
      open
      top
      width={720}
      title={t('title')}
      description={t('about')}
      changed={draft.unsent}
      onClose={onClose}
      footer={
        <>
          <span className="tabular mr-auto text-small text-text-2">{max ? t('bestOf', { best, max }) : t('best', { best })}</span>
          {asking && differs ? (
            <>
              <Button variant="quiet" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button busy={busy} autoFocus onClick={() => void save('keep')}>
                {t('keepPoints', { max })}
              </Button>
              <Button variant="primary" busy={busy} onClick={() => void save('set')}>
                {t('setPoints', { best })}
              </Button>
            </>
          ) : (
            <>
              <Button variant="quiet" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button variant="primary" busy={busy} onClick={() => void save()}>
                {t('save')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="space-y-3 pb-3">
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
        {rubric.begun && <p className="rounded-control bg-info-soft px-3 py-2 text-small text-info-text">{t('begun')}</p>}
        {failure && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-small text-bad-text">
            {failure}
          </p>
        )}
        {asking && differs && (
          <Banner tone="warn" urgent>
            {t('sumDiffers', { best, max })}
          </Banner>
        )}
        {offered.length > 0 && criteria.length === 0 && (
          <Select
            label={t('takeOver')}
            value=""
            onChange={(id) => setCriteria(copied(offered.find((one) => one.activity_id === id)?.criteria ?? []))}
            options={[{ value: '', label: t('none') }, ...offered.map((one) => ({ value: one.activity_id, label: one.title }))]}
          />
        )}
        {criteria.map((criterion, at) => (
          <CriterionFields
            key={criterion.id}
            criterion={criterion}
            number={at + 1}
            submitted={submitted}
            onChange={(part) => change(criterion.id, part)}
            onUp={at > 0 ? () => move(at, -1) : undefined}
            onDown={at < criteria.length - 1 ? () => move(at, 1) : undefined}
            onRemove={() => remove(at)}
          />
        ))}
        <AddButton off={criteria.length >= 30 ? t('mostCriteria') : undefined} onAdd={() => setCriteria([...criteria, newCriterion()])}>
          {t('addCriterion')}
        </AddButton>
      </div>
    </Dialog>
  )
}

function CriterionFields({
  criterion,
  number,
  submitted,
  onChange,
  onUp,
  onDown,
  onRemove,
}: {
  criterion: Criterion
  number: number
  submitted: boolean
  onChange: (part: Partial<Criterion>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}) {
  const t = useTexts('rubrics')
  const name = criterion.title || t('criterion', { number })
  const changeLevel = (id: string, part: Partial<Level>) =>
    onChange({ levels: criterion.levels.map((level) => (level.id === id ? { ...level, ...part } : level)) })
  return (
    <fieldset className="surface-card space-y-2 p-3">
      <legend className="screen-reader">{name}</legend>
      <div className="flex items-end gap-1 [&>:not(:has(input))]:beside-field">
        <TextField
          label={t('criterion', { number })}
          value={criterion.title}
          maxLength={200}
          error={submitted && !criterion.title.trim() ? t('nameMissing') : undefined}
          onChange={(title) => onChange({ title })}
          className="flex-1"
        />
        <IconButton label={t('up', { name })} icon={ArrowUp} off={onUp ? undefined : t('isFirst')} onClick={() => onUp?.()} />
        <IconButton label={t('down', { name })} icon={ArrowDown} off={onDown ? undefined : t('isLast')} onClick={() => onDown?.()} />
        <IconButton label={t('remove', { name })} icon={Trash2} onClick={onRemove} />
      </div>
      <TextArea label={t('aboutCriterion')} rows={1} maxLength={2000} value={criterion.about} onChange={(about) => onChange({ about })} />
      <ul className="space-y-1.5">
        {criterion.levels.map((level, at) => (
          <li key={level.id} className="flex flex-wrap items-start gap-1.5">
            <PointsInput
              label={t('points', { number: at + 1 })}
              value={level.points}
              error={submitted && unitsOf(level.points) === undefined ? t('pointsWrong') : undefined}
              onChange={(points) => changeLevel(level.id, { points })}
            />
            <TextField
              hideLabel
              label={t('level', { number: at + 1 })}
              placeholder={t('level', { number: at + 1 })}
              value={level.title}
              maxLength={200}
              error={submitted && !level.title.trim() ? t('nameMissing') : undefined}
              onChange={(title) => changeLevel(level.id, { title })}
              className="min-w-36 flex-1"
            />
            <TextField
              hideLabel
              label={t('aboutLevel', { number: at + 1 })}
              placeholder={t('aboutLevel', { number: at + 1 })}
              value={level.about}
              maxLength={2000}
              onChange={(about) => changeLevel(level.id, { about })}
              className="min-w-36 flex-[2]"
            />
            <IconButton
              label={t('removeLevel', { number: at + 1 })}
              icon={Trash2}
              off={criterion.levels.length > 1 ? undefined : t('oneLevel')}
              onClick={() => onChange({ levels: criterion.levels.filter(({ id }) => id !== level.id) })}
            />
          </li>
        ))}
      </ul>
      <AddButton
        size="sm"
        variant="quiet"
        off={criterion.levels.length >= 10 ? t('mostLevels') : undefined}
        onAdd={() => onChange({ levels: [...criterion.levels, newLevel(criterion.levels.at(-1)?.points ?? '0')] })}
      >
        {t('addLevel')}
      </AddButton>
    </fieldset>
  )
}
