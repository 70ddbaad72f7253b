// Page of a course's forum, /course/{id}/forum: topics of the course, of a group or of the teachers (?in=), with those that have unread posts marked.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { TopicList } from '../../../parts/learning/forum/topic-list.tsx'
import { type Place, unreadOf } from '../../../parts/learning/forum/queries.ts'
import { query } from '../../../queries.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { useCourse } from '../frame/course-frame.tsx'

export default function ForumPage() {
  const course = useCourse()
  const t = useTexts('forum')
  const [params, setParams] = useSearchParams()
  const { data: groups } = useQuery(query('GET /api/courses/:id/groups', { params: { id: course.id }, query: { page_size: 100 } }))
  const { data: unread } = useQuery(unreadOf(course.id))
  const asked = params.get('in') ?? ''
  const place: Place = {
    course: course.id,
    ...(asked === 'team' ? { scope: 'team' } : asked ? { scope: 'group', scopeId: asked } : { scope: 'course' }),
  }
  const countOf = (scope: string, of: string | null = null) =>
    unread?.scopes.find((one) => one.scope === scope && one.scope_id === of)?.unread ?? 0
  const named = (name: string, count: number) => (count > 0 ? t('placeUnread', { name, count }) : name)
  const options = [
    { value: '', label: named(t('ofCourse'), countOf('course')) },
    ...(course.can.teach ? [{ value: 'team', label: named(t('ofTeam'), countOf('team')) }] : []),
    ...(groups?.items ?? [])
      .filter(({ id }) => unread?.scopes.some(({ scope_id }) => scope_id === id))
      .map(({ id, name }) => ({ value: id, label: named(name, countOf('group', id)) })),
  ]
  return (
    <div className="max-w-[900px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <PageTitle title={t('forum')} hidden />
      {options.length > 1 && (
        <Select
          label={t('place')}
          className="mb-3 max-w-[320px]"
          value={asked}
          onChange={(value) => setParams(value ? { in: value } : {}, { preventScrollReset: true })}
          options={options}
        />
      )}
      <TopicList key={asked} place={place} />
    </div>
  )
}
