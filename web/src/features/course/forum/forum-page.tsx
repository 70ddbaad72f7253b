// Page of a course's forum, /course/{id}/forum: topics of the course, of a group or of the teachers (?in=), with those that have unread posts marked;
// for who moderates the posts to look at (?in=reports).
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { placeHref } from '../../../parts/learning/forum/places.ts'
import { type Place, unreadOf } from '../../../parts/learning/forum/queries.ts'
import { TopicList } from '../../../parts/learning/forum/topic-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { useCourse } from '../frame/course-frame.tsx'
import { LookQueue, looksOf } from './look-queue.tsx'

export default function ForumPage() {
  const course = useCourse()
  const t = useTexts('forum')
  const [params, setParams] = useSearchParams()
  const { data } = useQuery(unreadOf(course.id))
  const moderates = course.can.teach && !course.simulating
  const { data: looks } = useQuery({ ...looksOf(course.id), enabled: moderates })
  const scopes = data?.scopes ?? []
  const wanted = params.get('in') ?? ''
  const isQueue = moderates && wanted === 'reports'
  const asked = wanted === 'reports' && !isQueue ? '' : wanted
  const place: Place = {
    course: course.id,
    ...(asked === 'team' ? { scope: 'team' } : asked ? { scope: 'group', scopeId: asked } : { scope: 'course' }),
  }
  const named = (name: string, count: number) => (count > 0 ? t('placeUnread', { name, count }) : name)
  const inSets = new Set(scopes.flatMap(({ scope, set_name }) => (scope === 'group' ? [set_name] : []))).size > 1
  const options = scopes.flatMap(({ scope, scope_id, name, set_name, unread }) => {
    if (scope === 'course') return [{ value: '', label: named(t('ofCourse'), unread) }]
    if (scope === 'team') return [{ value: 'team', label: named(t('ofTeam'), unread) }]
    if (scope === 'group') return [{ value: scope_id ?? '', label: named(inSets ? `${set_name} · ${name}` : (name ?? ''), unread) }]
    return []
  })
  const group = scopes.find(({ scope, scope_id }) => scope === 'group' && scope_id === asked)
  const set = group?.set_id ? { id: group.set_id, name: group.set_name ?? '' } : undefined
  const due = looks ? looks.counts.waiting + looks.counts.reported : 0
  if (moderates) options.push({ value: 'reports', label: due > 0 ? t('placeDue', { name: t('toLookAt'), count: due }) : t('toLookAt') })
  const activities = isQueue ? [] : scopes.filter(({ scope }) => scope === 'activity')
  return (
    <div className="max-w-[900px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <PageTitle title={t('forum')} hidden />
      {options.length > 1 && (
        <div className="mb-3 flex items-end gap-2.5">
          <Select
            label={t('place')}
            className="min-w-0 flex-1 tablet:max-w-[320px]"
            value={asked}
            onChange={(value) => setParams(value ? { in: value } : {}, { preventScrollReset: true })}
            options={options}
          />
          {due > 0 && !isQueue && (
            <Button variant="soft" icon={Flag} onClick={() => setParams({ in: 'reports' })}>
              {t('placeDue', { name: t('toLookAt'), count: due })}
            </Button>
          )}
        </div>
      )}
      {activities.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
          {activities.map(({ scope_id, name, unread }) => (
            <li key={scope_id}>
              <Link
                className="inline-flex min-h-6 items-center wrap-break-word text-accent-text underline underline-offset-2"
                to={placeHref({ course: course.id, scope: 'activity', scopeId: scope_id ?? '' })}
              >
                {t('placeUnread', { name: name ?? '', count: unread })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isQueue ? <LookQueue course={course.id} /> : <TopicList key={asked} place={place} set={set} />}
    </div>
  )
}
