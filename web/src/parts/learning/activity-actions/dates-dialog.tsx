// Dialog of an activity's dates alone: when it opens, is due and closes.
import { useMemo, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { fromIso, toIso } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { displayLocal } from '../../../ui/format.ts'
import { DatesFields } from '../writing/dates-fields.tsx'
import { DatesFooter, useDatesSaving } from '../writing/dates-saving.tsx'
import { activityQuery } from '../activity/queries.ts'
import type { ActivityRow } from '../course/content.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { EditorsNote } from '../../base/drafts/editors-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { useEditors } from '../../base/drafts/use-editors.ts'
import { useVersions } from '../../base/drafts/use-versions.tsx'
import { property } from '../../base/drafts/version-fields.ts'

const shown = ['start_time', 'due_time', 'end_time']

type Dates = { start: string; due: string; end: string }
const datesOf = ({ version, ...of }: Pick<ActivityRow, 'version' | 'start_time' | 'due_time' | 'end_time'>) => ({
  version,
  value: { start: fromIso(of.start_time), due: fromIso(of.due_time), end: fromIso(of.end_time) },
})

export default function DatesDialog({ activity: latest, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const [{ id, type, title }] = useState(latest)
  const present = datesOf(latest)
  const draft = useDraft<Dates>('dates', id, present.version, present.value, {
    title: t('datesOf', { title }),
    send: () => void saving.save(),
    write: (): Promise<unknown> | undefined => put(draft.version),
  })
  const editors = useEditors(id)
  const versions = useVersions<Dates>({
    draft,
    latest: present,
    read: async () => datesOf(await queryClient.fetchQuery({ ...activityQuery(id), staleTime: 0 })),
    fields: useMemo(() => {
      const field = (name: keyof Dates, label: string) => property<Dates, typeof name>(name, label, { show: displayLocal })
      return [field('start', t('opensAt')), field('due', t('dueAt')), field('end', t('closesAt'))]
    }, [t]),
    by: editors.changed,
  })
  const dates = draft.value
  const put = (version: number) => {
    const body = { start_time: toIso(dates.start), due_time: toIso(dates.due), end_time: toIso(dates.end), version }
    return call('PUT /api/activities/:id', { params: { id }, body })
  }
  const saving = useDatesSaving(
    dates,
    () => versions.save(put),
    async () => {
      await draft.discard()
      onClose()
    },
  )
  const { failure, wrong } = saving
  const faults: Record<string, string | undefined> = { ...failure?.fields }
  for (const [field, code] of Object.entries(wrong)) if (code) faults[field] = t(code)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('datesOf', { title })}
      width={560}
      changed={draft.unsent}
      footer={<DatesFooter saving={saving} onClose={onClose} />}
    >
      <div className="space-y-4 pb-1">
        <EditorsNote editors={editors} />
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
        <DatesFields
          kind={type}
          activity={id}
          values={dates}
          change={(part) => {
            draft.change(part)
            saving.forget()
          }}
          faults={faults}
        />
        {failure && !shown.some((field) => failure.fields[field]) && (
          <Banner tone="bad" urgent>
            {failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
