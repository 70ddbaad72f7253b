import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { query } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { date, timeWithSeconds } from '../../ui/format.ts'
import { Pagination, pageSizes } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { type Course, CourseFrame } from './course-frame.tsx'

type Role = 'student' | 'instructor' | 'instructor_assistant'
const roles: readonly Role[] = ['student', 'instructor', 'instructor_assistant']

/** /course/{id}/enrollments: who is in the course; page, search and role stand in the address. */
export default function MembersPage() {
  const { id = '' } = useParams()
  return (
    <CourseFrame id={id} current="enrollments">
      {(course) => (
        <div className="max-w-[1264px] p-6 pt-3.5 max-tablet:p-4">
          <Members course={course} />
        </div>
      )}
    </CourseFrame>
  )
}

function Members({ course }: { course: Course }) {
  const t = useTexts('course')
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const size = pageSizes.find((one) => one === Number(search.get('size'))) ?? 20
  const keyword = search.get('q') ?? ''
  const role = roles.find((one) => one === search.get('role'))
  const asked = { page, page_size: size, ...(keyword && { keyword }), ...(role && { role }) }
  const { data, error, errorUpdatedAt, refetch, isFetching, isPlaceholderData } = useQuery({
    ...query('GET /api/courses/:id/members', { params: { id: course.id }, query: asked }),
    placeholderData: keepPreviousData,
  })
  const show = (to: Record<string, string | undefined>) =>
    setSearch(
      (now) => {
        for (const [name, value] of Object.entries({ page: undefined, ...to }))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: true },
    )
  // A page beyond the data begins at the first one.
  const beyond = data && !isPlaceholderData && data.items.length === 0 && page > 1
  if (beyond) queueMicrotask(() => show({}))
  const teaching = course.can.teach
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput
          label={t('findMember')}
          value={keyword}
          busy={isFetching && isPlaceholderData}
          onSearch={(q) => show({ q, role, size: String(size) })}
          className="w-[260px] max-tablet:w-full"
        />
        <Segmented
          label={t('roleFilter')}
          value={role ?? 'all'}
          onChange={(to) => show({ role: to === 'all' ? undefined : to, q: keyword, size: String(size) })}
          options={[{ value: 'all' as const, label: t('filter.all') }, ...roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))]}
        />
      </div>
      {error && !data ? (
        <Failed
          title={t('membersFailed')}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t(keyword || role ? 'nobodyFits' : 'nobody')}>
          {(keyword || role) && <Button onClick={() => show({ q: undefined, role: undefined })}>{t('clearFilter')}</Button>}
        </Empty>
      ) : (
        <div className={isPlaceholderData ? 'opacity-60' : ''}>
          <Table
            caption={t('menu.enrollments')}
            rows={data.items}
            rowKey={(one) => one.id}
            columns={[
              {
                key: 'name',
                head: t('name'),
                cell: (one) => (
                  <span className="flex items-center gap-2.5">
                    <Avatar id={one.person.id} name={one.person.name} src={one.person.avatar} size={26} />
                    <span className="font-medium">{one.person.name}</span>
                  </span>
                ),
              },
              { key: 'no', head: t('userNo'), cell: (one) => <span className="tabular">{one.person.user_no}</span> },
              ...(teaching
                ? [
                    {
                      key: 'mail',
                      head: t('email'),
                      cell: (one: (typeof data.items)[number]) => <span className="break-all">{one.person.email ?? ''}</span>,
                    },
                  ]
                : []),
              { key: 'role', head: t('roleHead'), cell: (one) => t(`role.${one.role}`) },
              { key: 'joined', head: t('joinedAt'), cell: (one) => <span className="tabular text-text-2">{date(one.joined_at)}</span> },
            ]}
          />
          <div className="mt-3">
            <Pagination
              page={data.page}
              pages={data.pages}
              pageSize={data.page_size}
              total={data.total}
              onChange={(to, of) => show({ page: String(to), size: String(of), q: keyword, role })}
            />
          </div>
        </div>
      )}
    </>
  )
}
