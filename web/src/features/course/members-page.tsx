// Members page of a course, /course/{id}/enrollments; page, search and role filter are in the address.
import { useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { query } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { date } from '../../ui/format.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { CourseFrame } from './course-frame.tsx'
import type { Course } from './queries.ts'

type Role = 'student' | 'instructor' | 'instructor_assistant'
const roles: readonly Role[] = ['student', 'instructor', 'instructor_assistant']
const isRole = (word: string | undefined): word is Role => roles.some((role) => role === word)

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
  const list = usePaged(
    ({ page, size, find, filters }) =>
      query('GET /api/courses/:id/members', {
        params: { id: course.id },
        query: { page, page_size: size, ...(find && { keyword: find }), ...(isRole(filters.role) && { role: filters.role }) },
      }),
    { filters: ['role'] },
  )
  type Member = (typeof list.items)[number]
  const teaching = course.can.teach
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchInput
          label={t('findMember')}
          value={list.find}
          busy={list.stale}
          onSearch={(find) => list.change({ find })}
          className="w-[260px] max-tablet:w-full"
        />
        <Segmented
          label={t('roleFilter')}
          value={isRole(list.filters.role) ? list.filters.role : 'all'}
          onChange={(role) => list.change({ filters: { role: role === 'all' ? undefined : role } })}
          options={[
            { value: 'all' as const, label: t('filter.all') },
            ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
          ]}
        />
      </div>
      <PagedList
        list={list}
        failedTitle={t('membersFailed')}
        empty={<Empty title={t('nobody')} />}
        nothingFits={
          <Empty title={t('nobodyFits')}>
            <Button onClick={list.clear}>{t('clearFilter')}</Button>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            caption={t('menu.enrollments')}
            rows={rows}
            rowKey={(member) => member.id}
            columns={[
              {
                key: 'name',
                head: t('name'),
                cell: (member) => (
                  <span className="flex items-center gap-2.5">
                    <Avatar id={member.person.id} name={member.person.name} src={member.person.avatar} size={26} />
                    <span className="font-medium">{member.person.name}</span>
                  </span>
                ),
              },
              { key: 'no', head: t('userNo'), cell: (member) => <span className="tabular">{member.person.user_no}</span> },
              ...(teaching
                ? [
                    {
                      key: 'mail',
                      head: t('email'),
                      cell: (member: Member) => <span className="break-all">{member.person.email ?? ''}</span>,
                    },
                  ]
                : []),
              { key: 'role', head: t('roleHead'), cell: (member) => t(`role.${member.role}`) },
              {
                key: 'joined',
                head: t('joinedAt'),
                cell: (member) => <span className="tabular text-text-2">{date(member.joined_at)}</span>,
              },
            ]}
          />
        )}
      </PagedList>
    </>
  )
}
