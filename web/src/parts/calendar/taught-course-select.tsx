// The choice of one of the courses that I teach.
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/field.tsx'
import { taughtQuery } from './queries.ts'

export function TaughtCourseSelect(field: Omit<ComponentProps<typeof Select>, 'label' | 'options'>) {
  const t = useTexts('calendar')
  const { data } = useQuery(taughtQuery)
  const taught = (data?.items ?? []).filter(({ role }) => role && role !== 'student')
  return (
    <Select
      {...field}
      label={t('course')}
      options={[
        { value: '', label: t('chooseCourse') },
        ...taught.map(({ id, name, display_name }) => ({ value: id, label: display_name || name })),
      ]}
    />
  )
}
