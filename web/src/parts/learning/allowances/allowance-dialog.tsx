// Dialog that gives people more time, more attempts or, in one activity, dates of their own; or changes what they have. In a course, or in every
// course of the organisation.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { MultiCombobox, type Option } from '../../../ui/fields/combobox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { byModule } from '../course/content.ts'
import { contentQuery } from '../course/queries.ts'
import { refusal } from '../../base/errors/problem-text.ts'
import { allowancesChanged } from './take-back.ts'

export type Allowance = Answer<'GET /api/courses/:id/allowances'>['items'][number]
const shownFields = ['person_ids', 'opens', 'due', 'closes', 'extra_minutes', 'extra_percent', 'attempts']
type Unit = 'minutes' | 'percent'

/** `course` null: in every course. `activity`: the one it is for; missing: it can be chosen, all of the course at first. `people`: chosen at
 *  first. */
export function AllowanceDialog({
  course,
  activity,
  allowance,
  people: chosen = [],
  onClose,
}: {
  course: string | null
  activity?: { id: string; title: string }
  allowance?: Allowance
  people?: readonly { id: string; name: string; user_no: string }[]
  onClose: () => void
}) {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const { data: content } = useQuery({ ...contentQuery(course ?? ''), enabled: course !== null && !activity && !allowance })
  const [first] = useState(() => ({
    people: (allowance?.people ?? chosen).map(({ id, name, user_no }) => ({
      value: id,
      label: name,
      detail: user_no,
    })) as readonly Option[],
    of: allowance?.activity_id ?? activity?.id ?? '',
    opens: fromIso(allowance?.opens),
    due: fromIso(allowance?.due),
    closes: fromIso(allowance?.closes),
    unit: (allowance?.extra_percent ? 'percent' : 'minutes') as Unit,
    extra: allowance?.extra_percent ?? allowance?.extra_minutes ?? null,
    attempts: allowance?.attempts ?? null,
  }))
  const [values, setValues] = useState(first)
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const { people, of, opens, due, closes, unit, extra, attempts } = values
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setFailure(undefined)
  }
  const search = async (keyword: string, signal: AbortSignal) => {
    if (course === null) {
      const { users, total } = await call('GET /api/user/search', { query: { keywords: keyword, page_size: 50 }, signal })
      return { options: users.map(({ id, name, user_no }) => ({ value: id, label: name, detail: user_no })), total }
    }
    const query = { page_size: 50, ...(keyword && { conditions: JSON.stringify({ keyword }) }) }
    const { items, total } = await call('GET /api/course/:id/students', { params: { id: course }, query, signal })
    const detailOf = ({ user_no, group_name }: (typeof items)[number]) => [user_no, group_name].filter(Boolean).join(' · ')
    return { options: items.map((student) => ({ value: student.id, label: student.name, detail: detailOf(student) })), total }
  }
  const dates = of ? { opens, due, closes } : {}
  const unread = Object.entries(dates).flatMap(([field, value]) => (value !== '' && !isLocal(value, 'datetime') ? [field] : []))
  const save = async () => {
    setSubmitted(true)
    if (people.length === 0 || unread.length > 0) return focusFirstFault()
    setBusy(true)
    try {
      const body = {
        person_ids: people.map(({ value }) => value),
        ...Object.fromEntries(Object.entries(dates).map(([field, value]) => [field, toIso(value)])),
        extra_minutes: unit === 'minutes' ? extra : null,
        extra_percent: unit === 'percent' ? extra : null,
        attempts,
      }
      if (allowance) {
        const changed = { params: { id: allowance.id }, body: { ...body, version: allowance.version } }
        await (course === null ? call('PUT /api/org/allowances/:id', changed) : call('PUT /api/allowances/:id', changed))
      } else if (course === null) await call('POST /api/org/allowances', { body })
      else await call('POST /api/courses/:id/allowances', { params: { id: course }, body: { ...body, activity_id: of || null } })
      await allowancesChanged()
      onClose()
    } catch (error) {
      setFailure(refusal(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  const fields: Record<string, string | undefined> = {
    ...failure?.fields,
    ...(submitted && people.length === 0 && { person_ids: say(course === null ? 'choosePeople' : 'chooseStudents') }),
    ...(submitted && Object.fromEntries(unread.map((field) => [field, say('timeUnread')]))),
  }
  const title = activity?.title ?? allowance?.activity_title
  const choices = content ? byModule(content).flatMap(({ activities }) => activities) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ? t('extendTitle', { title }) : say(course === null ? 'extendEverywhere' : 'extendCourse')}
      width={560}
      changed={JSON.stringify(values) !== JSON.stringify(first)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {allowance ? say('saveTimes') : t('extend')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <MultiCombobox
          label={course === null ? say('people') : t('students')}
          value={people}
          onChange={(next) => change({ people: next })}
          search={search}
          error={fields.person_ids}
        />
        {course !== null && !activity && !allowance && (
          <Select
            label={say('extendIn')}
            value={of}
            onChange={(id) => change({ of: id })}
            options={[{ value: '', label: say('wholeCourse') }, ...choices.map(({ id, title: label }) => ({ value: id, label }))]}
          />
        )}
        {of !== '' && (
          <div className="grid gap-4 tablet:grid-cols-2">
            <DateTimeField label={say('ownOpens')} value={opens} onChange={(next) => change({ opens: next })} error={fields.opens} />
            <DateTimeField label={t('ownDue')} time="23:59" value={due} onChange={(next) => change({ due: next })} error={fields.due} />
            <DateTimeField
              label={t('ownCloses')}
              time="23:59"
              value={closes}
              onChange={(next) => change({ closes: next })}
              error={fields.closes}
            />
          </div>
        )}
        <div className="grid gap-4 tablet:grid-cols-2">
          <Select
            label={say('extraIn')}
            value={unit}
            onChange={(next) => change({ unit: next as Unit, extra: null })}
            options={[
              { value: 'minutes', label: say('inMinutes') },
              { value: 'percent', label: say('inPercent') },
            ]}
          />
          <NumberField
            key={unit}
            label={unit === 'minutes' ? t('minutesMore') : say('percentMore')}
            help={unit === 'percent' ? say('percentMoreHelp') : of ? t('minutesMoreHelp') : say('minutesMoreHelpCourse')}
            value={extra}
            onChange={(next) => change({ extra: next })}
            min={1}
            max={unit === 'minutes' ? 100_000 : 1000}
            error={fields.extra_minutes ?? fields.extra_percent}
          />
          <NumberField
            label={say('attemptsAll')}
            help={say('attemptsAllHelp')}
            value={attempts}
            onChange={(next) => change({ attempts: next })}
            min={1}
            max={1000}
            error={fields.attempts}
          />
        </div>
        {failure && !Object.keys(failure.fields).some((field) => shownFields.includes(field)) && (
          <Banner tone="bad" urgent>
            {failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
