// Dialog of a module: when it opens and closes, and whether students see it. Its activities follow it.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { DatesFooter, useDatesSaving } from '../../parts/activity-forms/dates-saving.tsx'
import { useTimeThere } from '../../parts/activity-forms/time-zone.ts'
import type { Module } from '../../parts/course/content.ts'
import { Banner } from '../../ui/banner.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { fromIso, toIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'

export default function ModuleDialog({ module: latest, onClose }: { module: Module; onClose: () => void }) {
  const t = useTexts('teaching')
  const say = useTexts('course')
  const there = useTimeThere()
  const [{ id, name, version, ...first }] = useState(latest)
  const [initial] = useState({ start: fromIso(first.starts_at), end: fromIso(first.ends_at), published: first.published })
  const [values, setValues] = useState(initial)
  const { start, end, published } = values
  const saving = useDatesSaving(
    { start, due: '', end },
    () => call('PUT /api/modules/:id', { params: { id }, body: { starts_at: toIso(start), ends_at: toIso(end), published, version } }),
    onClose,
  )
  const { failure, wrong } = saving
  const fault = (field: 'start_time' | 'end_time', sent: 'starts_at' | 'ends_at') => {
    const code = wrong[field]
    return code ? say(code) : failure?.fields[sent]
  }
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    saving.forget()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('moduleTitle', { name })}
      description={t('moduleText')}
      width={560}
      changed={JSON.stringify(values) !== JSON.stringify(initial)}
      footer={<DatesFooter saving={saving} onClose={onClose} />}
    >
      <div className="space-y-4 pb-1">
        <Switch label={t('moduleShown')} help={t('moduleShownHelp')} checked={published} onChange={(on) => change({ published: on })} />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">
          <DateTimeField
            label={say('opensAt')}
            value={start}
            onChange={(next) => change({ start: next })}
            error={fault('start_time', 'starts_at')}
            help={there(start) ?? say('opensAtHelp')}
          />
          <DateTimeField
            label={say('closesAt')}
            time="23:59"
            value={end}
            onChange={(next) => change({ end: next })}
            error={fault('end_time', 'ends_at')}
            help={there(end) ?? say('closesAtHelp')}
          />
        </div>
        {failure && !failure.fields.starts_at && !failure.fields.ends_at && (
          <Banner tone="bad" urgent>
            {failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
