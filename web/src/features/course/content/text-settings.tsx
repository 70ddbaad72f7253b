// Settings beside a text that is written: its module, and what every activity has.
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTexts } from '../../../i18n.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { SettingsFields } from '../../../parts/learning/writing/activity-fields.tsx'

export function TextSettings(props: ComponentProps<typeof SettingsFields>) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const say = useTexts('writing')
  const { course, form, change } = props
  const { data: content } = useQuery(contentQuery(course))
  const modules = content?.modules.toSorted((a, b) => a.sort - b.sort) ?? []
  return (
    <div className="space-y-4">
      <h2 className="text-section font-semibold">{say('settings')}</h2>
      {modules.length > 0 && (
        <Select
          label={t('module')}
          value={form.module}
          onChange={(module) => change({ module })}
          options={[...modules.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: tp('noModule') }]}
        />
      )}
      <SettingsFields {...props} />
    </div>
  )
}
