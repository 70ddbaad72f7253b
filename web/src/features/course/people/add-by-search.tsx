// People of the organisation who are to be added to a course; its members are marked.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { type FoundPerson, PeoplePicker } from '../../../parts/base/people/people-picker.tsx'
import { query } from '../../../queries.ts'
import type { Course } from '../frame/queries.ts'

export function AddBySearch({
  course,
  found,
  onChange,
}: {
  course: Course
  found: readonly FoundPerson[]
  onChange: (found: readonly FoundPerson[]) => void
}) {
  const t = useTexts('members')
  const [keywords, setKeywords] = useState('')
  const { data: members } = useQuery({
    ...query('GET /api/courses/:id/members', {
      params: { id: course.id },
      query: { page_size: 100, conditions: JSON.stringify({ keyword: keywords }) },
    }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const inCourse = new Set(members?.items.map(({ person }) => person.id))
  return (
    <PeoplePicker
      label={t('findPeople')}
      keywords={keywords}
      onSearch={setKeywords}
      chosen={found}
      onChange={onChange}
      about={({ user_no, department }) => [user_no, department?.name].filter(Boolean).join(' · ')}
      off={({ id }) => (inCourse.has(id) ? t('memberAlready') : undefined)}
      none={t('noneFound')}
      notThis={(name) => t('notThis', { name })}
    />
  )
}
