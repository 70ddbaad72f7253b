// Dialog of a module: when it opens and closes, and whether students see it. Its activities follow it.
import { useMemo, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { DatesFooter, useDatesSaving } from '../../../parts/learning/writing/dates-saving.tsx'
import { useTimeThere } from '../../../parts/learning/writing/time-zone.ts'
import type { Module } from '../../../parts/learning/course/content.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useChanger } from '../../../parts/base/drafts/use-changer.ts'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { useVersions } from '../../../parts/base/drafts/use-versions.tsx'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { fromIso, toIso } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { displayLocal } from '../../../ui/format.ts'

type Values = { start: string; end: string; published: boolean }
const valuesOf = ({ version, starts_at, ends_at, published }: Module) => ({
  version,
  value: { start: fromIso(starts_at), end: fromIso(ends_at), published },
})

export default function ModuleDialog({ module: latest, onClose }: { module: Module; onClose: () => void }) {
  const t = useTexts('teaching')
  const say = useTexts('course')
  const there = useTimeThere()
  const [{ id, name, course_id: course }] = useState(latest)
  const present = valuesOf(latest)
  const draft = useDraft<Values>('module-dates', id, present.version, present.value, {
    title: t('moduleTitle', { name }),
    send: () => void saving.save(),
    write: (): Promise<unknown> | undefined => put(draft.version),
  })
  const by = useChanger('GET /api/modules/:id/changer', id, present.version, draft.version)
  const versions = useVersions<Values>({
    by,
    draft,
    latest: present,
    read: async () => {
      const { modules } = await queryClient.fetchQuery({ ...contentQuery(course), staleTime: 0 })
      return valuesOf(modules.find((module) => module.id === id) ?? latest)
    },
    fields: useMemo(
      () => [
        property<Values, 'published'>('published', t('moduleShown'), { show: (on) => t(on ? 'yes' : 'no') }),
        property<Values, 'start'>('start', say('opensAt'), { show: displayLocal }),
        property<Values, 'end'>('end', say('closesAt'), { show: displayLocal }),
      ],
      [t, say],
    ),
  })
  const { start, end, published } = draft.value
  const put = (version: number) =>
    call('PUT /api/modules/:id', { params: { id }, body: { starts_at: toIso(start), ends_at: toIso(end), published, version } })
  const saving = useDatesSaving(
    { start, due: '', end },
    () => versions.save(put),
    async () => {
      await draft.discard()
      onClose()
    },
  )
  const { failure, wrong } = saving
  const fault = (field: 'start_time' | 'end_time', sent: 'starts_at' | 'ends_at') => {
    const code = wrong[field]
    return code ? say(code) : failure?.fields[sent]
  }
  const change = (part: Partial<Values>) => {
    draft.change(part)
    saving.forget()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('moduleTitle', { name })}
      description={t('moduleText')}
      width={560}
      changed={draft.unsent}
      footer={<DatesFooter saving={saving} onClose={onClose} />}
    >
      <div className="space-y-4 pb-1">
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
        <Switch label={t('moduleShown')} help={t('moduleShownHelp')} checked={published} onChange={(on) => change({ published: on })} />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">
          <DateTimeField
            label={say('opensAt')}
            value={start}
            onChange={(next) => change({ start: next })}
            error={fault('start_time', 'starts_at')}
            help={there(start)}
            whenEmpty={say('opensAtHelp')}
          />
          <DateTimeField
            label={say('closesAt')}
            time="23:59"
            value={end}
            onChange={(next) => change({ end: next })}
            error={fault('end_time', 'ends_at')}
            help={there(end)}
            whenEmpty={say('closesAtHelp')}
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
