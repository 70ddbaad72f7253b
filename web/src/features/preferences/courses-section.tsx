// Single courses with settings of their own: muted, or with other ways for some messages.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Section } from '../../parts/base/page/section.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Matrix } from './matrix.tsx'
import type { Change, Preferences } from './use-preferences.ts'

type Course = Preferences['courses'][number]
/** Messages that come from courses. */
const ofCourses = (preferences: Preferences) => preferences.types.filter(({ type, topic }) => topic !== 'files' && !type.startsWith('org_'))

export function CoursesSection({ preferences, change }: { preferences: Preferences; change: Change }) {
  const t = useTexts('preferences')
  const [opened, setOpened] = useState<Course>()
  const { data } = useQuery(query('GET /api/my-courses', { query: { page_size: 100 } }))
  const others = (data?.items ?? []).filter(({ id }) => !preferences.courses.some((one) => one.id === id))
  const chosen = opened && (preferences.courses.find(({ id }) => id === opened.id) ?? opened)
  return (
    <Section title={t('courses')} help={t('coursesHelp')}>
      <div className="surface-card divide-y divide-line">
        {preferences.courses.map((course) => (
          <div key={course.id} className="flex min-h-11 flex-wrap items-center gap-3 px-5 py-2">
            <span className="min-w-40 flex-1 wrap-break-word">{course.name}</span>
            <Switch label={t('muted')} checked={course.muted} onChange={(muted) => void change({ courses: { [course.id]: { muted } } })} />
            <Button size="sm" off={course.muted ? t('muted') : undefined} onClick={() => setOpened(course)}>
              {t('what')}
            </Button>
            <IconButton
              size="sm"
              icon={X}
              label={t('removeCourse', { name: course.name })}
              onClick={() => void change({ courses: { [course.id]: null } })}
            />
          </div>
        ))}
        <div className="px-5 py-3">
          <Select
            label={t('addCourse')}
            hideLabel
            className="max-w-[320px]"
            value=""
            onChange={(id) => {
              const course = others.find((one) => one.id === id)
              if (course) void change({ courses: { [id]: { muted: true } } })
            }}
            options={[{ value: '', label: t('addCourse') }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </div>
      </div>
      {chosen && (
        <Dialog open onClose={() => setOpened(undefined)} width={720} top title={t('courseTypes', { name: chosen.name })}>
          <Matrix
            types={ofCourses(preferences)}
            wanted={(type, channel, way) => chosen.types[type]?.[channel] ?? way.wanted}
            onChange={(type, channel, wanted, way) =>
              change({ courses: { [chosen.id]: { types: { [type]: { [channel]: wanted === way.wanted ? null : wanted } } } } })
            }
          />
        </Dialog>
      )}
    </Section>
  )
}
