// Dialog that gives students of an activity more time or other dates.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/course/content.ts'
import { refusal } from '../../parts/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiCombobox, type Option } from '../../ui/combobox.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { toIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { NumberField } from '../../ui/number-field.tsx'

const shownFields = ['person_ids', 'due', 'closes', 'extra_minutes']

export function ExtendDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const t = useTexts('activity')
  const [people, setPeople] = useState<readonly Option[]>([])
  const [due, setDue] = useState('')
  const [closes, setCloses] = useState('')
  const [minutes, setMinutes] = useState<number | null>(null)
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const search = async (keyword: string, signal: AbortSignal) => {
    const query = { role: 'student' as const, page_size: 50, ...(keyword && { keyword }) }
    const { items, total } = await call('GET /api/courses/:id/members', { params: { id: activity.course_id }, query, signal })
    return { options: items.map(({ person }) => ({ value: person.id, label: person.name, detail: person.user_no })), total }
  }
  const save = async () => {
    setBusy(true)
    try {
      await call('POST /api/courses/:id/allowances', {
        params: { id: activity.course_id },
        body: {
          activity_id: activity.id,
          person_ids: people.map(({ value }) => value),
          due: toIso(due),
          closes: toIso(closes),
          extra_minutes: minutes,
        },
      })
      await invalidate('GET /api/courses/:id/allowances')
      onClose()
    } catch (error) {
      setFailure(refusal(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  const fields = failure?.fields ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('extendTitle', { title: activity.title })}
      width={560}
      changed={people.length > 0}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('extend')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <MultiCombobox label={t('students')} value={people} onChange={setPeople} search={search} error={fields.person_ids} />
        <div className="grid gap-4 tablet:grid-cols-2">
          <DateTimeField label={t('ownDue')} time="23:59" value={due} onChange={setDue} error={fields.due} />
          <DateTimeField label={t('ownCloses')} time="23:59" value={closes} onChange={setCloses} error={fields.closes} />
        </div>
        <NumberField
          label={t('minutesMore')}
          help={t('minutesMoreHelp')}
          value={minutes}
          onChange={setMinutes}
          min={1}
          max={100_000}
          error={fields.extra_minutes}
        />
        {failure && !Object.keys(fields).some((field) => shownFields.includes(field)) && (
          <Banner tone="bad" urgent>
            {failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
