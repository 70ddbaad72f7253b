// People of the organisation, found by name, number or address, to be added to a course; its members are marked.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { query } from '../../queries.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Course } from './queries.ts'

export type Found = Answer<'GET /api/user/search'>['users'][number]

export function AddBySearch({
  course,
  found,
  onChange,
}: {
  course: Course
  found: readonly Found[]
  onChange: (found: readonly Found[]) => void
}) {
  const t = useTexts('members')
  const [keywords, setKeywords] = useState('')
  const enabled = keywords !== ''
  const { data, error, isFetching } = useQuery({
    ...query('GET /api/user/search', { query: { keywords, page_size: 20 } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const { data: members } = useQuery({
    ...query('GET /api/courses/:id/members', {
      params: { id: course.id },
      query: { page_size: 100, conditions: JSON.stringify({ keyword: keywords }) },
    }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const inCourse = new Set(members?.items.map(({ person }) => person.id))
  const isChosen = ({ id }: Found) => found.some((one) => one.id === id)
  const without = ({ id }: Found) => found.filter((one) => one.id !== id)
  return (
    <>
      <SearchInput label={t('findPeople')} value={keywords} busy={isFetching} onSearch={setKeywords} className="w-full" />
      {found.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {found.map((person) => (
            <li
              key={person.id}
              className="inline-flex items-center gap-1 rounded-full bg-accent-soft pr-0.5 pl-2.5 text-small text-accent-soft-text"
            >
              {person.name}
              <IconButton
                size="sm"
                iconSize={13}
                label={t('notThis', { name: person.name })}
                icon={X}
                onClick={() => onChange(without(person))}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-small text-bad-text">
          {problemText(error)}
        </p>
      )}
      <ul className="min-h-32 divide-y divide-line" aria-live="polite">
        {enabled &&
          data?.users.map((person) => (
            <li key={person.id} className="py-1">
              <Checkbox
                className="max-tablet:min-h-11"
                label={person.name}
                help={[person.user_no, person.department?.name].filter(Boolean).join(' · ')}
                off={inCourse.has(person.id) ? t('memberAlready') : undefined}
                checked={isChosen(person)}
                onChange={(on) => onChange(on ? [...found, person] : without(person))}
              />
            </li>
          ))}
        {enabled && data?.users.length === 0 && <li className="text-small text-text-2">{t('noneFound')}</li>}
      </ul>
    </>
  )
}
