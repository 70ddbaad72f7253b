// The command palette: the person's places, the actions of the current page, and courses by name, code or teacher (their own and those
// open to the organisation).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bell, Keyboard, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { pageActions } from '../parts/page/page-actions.ts'
import { paths } from '../paths.ts'
import { problemText } from '../parts/errors/problem-text.ts'
import { postQuery } from '../queries.ts'
import CommandPalette from '../ui/command-palette.tsx'
import { CourseCover } from '../ui/course-cover.tsx'
import { places } from './places.ts'
import { list } from '../ui/format.ts'

export default function Search({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const t = useTexts('shell')
  const go = useNavigate()
  const [actions] = useState(pageActions)
  const [keyword, setKeyword] = useState('')
  const { data, error, isFetching } = useQuery({
    ...postQuery('POST /api/courses', {
      query: { page: 1, page_size: 10 },
      body: { conditions: keyword ? { keyword } : {}, sort: '-updated_at' },
    }),
    placeholderData: keepPreviousData,
  })
  const openPath = (path: string) => () => void go(path)
  return (
    <CommandPalette
      title={t('search')}
      onClose={onClose}
      onFind={setKeyword}
      busy={isFetching}
      problem={error ? problemText(error) : undefined}
      groups={[
        {
          heading: t('courses'),
          searched: true,
          entries: (data?.items ?? []).map((course) => ({
            id: course.id,
            label: course.display_name || course.name,
            hint: [course.course_code, list(course.instructors.map(({ name }) => name))].filter(Boolean).join(' · '),
            lead: <CourseCover small id={course.id} className="size-6 shrink-0 rounded-control" />,
            run: openPath(paths.content(course.id)),
          })),
        },
        {
          heading: t('onThisPage'),
          entries: actions.map(({ label, run }, i) => ({ id: `action-${i}`, label, run })),
        },
        {
          heading: t('places'),
          entries: [
            ...places.map((place) => ({ id: place.key, label: t(place.key), icon: place.icon, run: openPath(place.to) })),
            { id: 'inbox', label: t('inbox'), icon: Bell, run: openPath(paths.notifications()) },
            { id: 'settings', label: t('settings'), icon: Settings, run: openPath(paths.settings()) },
            { id: 'keys', label: t('keyboard'), icon: Keyboard, run: onHelp },
          ],
        },
      ]}
    />
  )
}
