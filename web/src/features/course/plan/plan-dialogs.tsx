// Dialogs of the plan: a week, the weeks of a term, what comes into a week.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { MultiCombobox, type Option } from '../../../ui/fields/combobox.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { addDays, isLocal, today, weekday } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { addWeeks, changeWeek, planItems } from './plan-changes.ts'
import { type PlanItem, type Week, weeksFrom } from './plan.ts'
import { daysOf } from './week-head.tsx'

export type PlanDialog = { kind: 'week'; week?: Week } | { kind: 'term' } | { kind: 'pick'; week: Week }
type Props = { course: string; onClose: () => void }

export function PlanDialogs({
  dialog,
  rest,
  last,
  ...props
}: Props & { dialog: PlanDialog | undefined; rest: readonly PlanItem[]; last: Week | undefined }) {
  if (dialog?.kind === 'week') return <WeekDialog {...props} week={dialog.week} last={last} />
  if (dialog?.kind === 'term') return <TermDialog {...props} last={last} />
  return dialog && <PickDialog {...props} week={dialog.week} rest={rest} />
}

/** The Monday after the last week; without one that of this week. */
function nextMonday(last: Week | undefined): string {
  const day = last?.ends_on ? addDays(last.ends_on, 1) : today()
  return last?.ends_on ? day : addDays(day, -weekday(day))
}
const dayOf = (value: string) => (isLocal(value, 'date') ? value : null)
/** Something typed that is no day. */
const unread = (value: string) => value !== '' && !isLocal(value, 'date')

function useSaving(onClose: () => void) {
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const save = async (write: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await write()
      onClose()
    } catch (error) {
      setFailure(refusal(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  return { failure, busy, save, clear: () => setFailure(undefined) }
}

function Footer({ busy, onClose, onSave }: { busy: boolean; onClose: () => void; onSave: () => void }) {
  const say = useTexts('course')
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {say('cancel')}
      </Button>
      <Button variant="primary" busy={busy} onClick={onSave}>
        {say('save')}
      </Button>
    </>
  )
}
const Failed = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <Banner tone="bad" urgent>
      {text}
    </Banner>
  )

function WeekDialog({ course, week, last, onClose }: Props & { week: Week | undefined; last: Week | undefined }) {
  const t = useTexts('outline')
  const say = useTexts('course')
  const [initial] = useState(() => ({
    name: week?.name ?? '',
    starts: week ? (week.starts_on ?? '') : last?.ends_on ? nextMonday(last) : '',
    ends: week ? (week.ends_on ?? '') : last?.ends_on ? addDays(nextMonday(last), 6) : '',
  }))
  const [{ name, starts, ends }, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const { failure, busy, save, clear } = useSaving(onClose)
  const change = (part: Partial<typeof initial>) => {
    setValues((before) => ({ ...before, ...part }))
    clear()
  }
  const faults: Record<string, string | undefined> = {
    ...Object.fromEntries(Object.entries(failure?.fields ?? {}).map(([field, text]) => [field.replace('syllabuses.0.', ''), text])),
    ...(submitted && !name.trim() && { name: say('nameNeeded') }),
    ...(submitted && unread(starts) && { starts_on: t('noDay') }),
    ...(submitted && unread(ends) && { ends_on: t('noDay') }),
    ...(submitted && isLocal(starts, 'date') && isLocal(ends, 'date') && ends < starts && { ends_on: t('endsBefore') }),
  }
  const onSave = () => {
    setSubmitted(true)
    if (!name.trim() || unread(starts) || unread(ends) || (dayOf(starts) && dayOf(ends) && ends < starts)) return focusFirstFault()
    const draft = { name, starts_on: dayOf(starts), ends_on: dayOf(ends) }
    void save(() => (week ? changeWeek(week, draft) : addWeeks(course, [draft])))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={week ? t('editWeekTitle', { name: week.name }) : t('addWeek')}
      width={560}
      changed={JSON.stringify({ name, starts, ends }) !== JSON.stringify(initial)}
      footer={<Footer busy={busy} onClose={onClose} onSave={onSave} />}
    >
      <div className="space-y-4 pb-1">
        <TextField
          label={t('weekName')}
          help={t('weekNameHelp')}
          value={name}
          onChange={(next) => change({ name: next })}
          error={faults.name}
          maxLength={200}
          autoFocus
        />
        <div className="grid gap-4 tablet:grid-cols-2">
          <DateField label={t('firstDay')} value={starts} onChange={(next) => change({ starts: next })} error={faults.starts_on} />
          <DateField label={t('lastDay')} value={ends} onChange={(next) => change({ ends: next })} error={faults.ends_on} />
        </div>
        <Failed text={failure && !Object.keys(failure.fields).length ? failure.text : undefined} />
      </div>
    </Dialog>
  )
}

const mostWeeks = 60

function TermDialog({ course, last, onClose }: Props & { last: Week | undefined }) {
  const t = useTexts('outline')
  const [first, setFirst] = useState(() => nextMonday(last))
  const [count, setCount] = useState<number | null>(16)
  const [submitted, setSubmitted] = useState(false)
  const { failure, busy, save, clear } = useSaving(onClose)
  const fits = isLocal(first, 'date') && count !== null && Number.isInteger(count) && count >= 1 && count <= mostWeeks
  const weeks = fits ? weeksFrom(first, count, (number) => t('weekNumber', { number }), addDays) : []
  const onSave = () => {
    setSubmitted(true)
    if (!fits) return focusFirstFault()
    void save(() => addWeeks(course, weeks))
  }
  const ends = [weeks[0], weeks.at(-1)].flatMap((week) => (week ? [week] : []))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('makeWeeks')}
      description={t('makeWeeksText')}
      width={560}
      footer={<Footer busy={busy} onClose={onClose} onSave={onSave} />}
    >
      <div className="space-y-4 pb-1">
        <div className="grid gap-4 tablet:grid-cols-2">
          <DateField
            label={t('firstDay')}
            value={first}
            onChange={(next) => {
              setFirst(next)
              clear()
            }}
            error={submitted && !isLocal(first, 'date') ? t('noDay') : undefined}
          />
          <NumberField
            label={t('weekCount')}
            value={count}
            onChange={setCount}
            min={1}
            max={mostWeeks}
            error={submitted && count === null ? t('weekCountNeeded') : undefined}
          />
        </div>
        {weeks.length > 1 && (
          <ul className="text-small text-text-2">
            {ends.map((week) => (
              <li key={week.name} className="tabular">
                {week.name}: {daysOf(week)}
              </li>
            ))}
          </ul>
        )}
        <Failed text={failure?.text} />
      </div>
    </Dialog>
  )
}

function PickDialog({ course, week, rest, onClose }: Props & { week: Week; rest: readonly PlanItem[] }) {
  const t = useTexts('outline')
  const say = useTexts('course')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [submitted, setSubmitted] = useState(false)
  const { busy, save } = useSaving(onClose)
  const options = rest.map((item) => ({
    value: item.id,
    label: item.kind === 'module' ? item.module.name : item.activity.title,
    detail: item.kind === 'module' ? t('moduleHolds', { count: item.activities.length }) : say('activity'),
  }))
  const onSave = () => {
    setSubmitted(true)
    if (chosen.length === 0) return focusFirstFault()
    const items = chosen.flatMap(({ value }) => rest.find(({ id }) => id === value) ?? [])
    void save(() => planItems(course, items, week.id))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('addTo', { name: week.name })}
      width={560}
      changed={chosen.length > 0}
      footer={<Footer busy={busy} onClose={onClose} onSave={onSave} />}
    >
      {/* room for its list above the buttons */}
      <div className="min-h-[340px] pb-1">
        <MultiCombobox
          label={t('pick')}
          help={t('pickHelp')}
          value={chosen}
          onChange={setChosen}
          options={options}
          error={submitted && chosen.length === 0 ? t('pickNeeded') : undefined}
          autoFocus
        />
      </div>
    </Dialog>
  )
}
