// Members page of a course, /course/{id}/enrollments; page, search, role and order are in the address. Who teaches changes roles and takes
// people out, also many at once.
import { GraduationCap, UserMinus, UserPen, Users } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { useSelection } from '../../parts/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../parts/table/table-screen.tsx'
import { invalidate, query } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { date } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CourseFrame } from './course-frame.tsx'
import type { Course } from './queries.ts'

type Role = 'student' | 'instructor' | 'instructor_assistant'
const roles: readonly Role[] = ['student', 'instructor', 'instructor_assistant']
const isRole = (word: string | undefined): word is Role => roles.some((role) => role === word)
const sorts = ['name', 'user_no', 'joined'] as const
const reads = ['GET /api/courses/:id/members', 'GET /api/courses/:id', 'GET /api/courses/:id/study-completeness'] as const

export default function MembersPage() {
  const { id = '' } = useParams()
  return (
    <CourseFrame id={id} current="enrollments">
      {(course) => (
        <div className="max-w-[1264px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
          <Members course={course} />
        </div>
      )}
    </CourseFrame>
  )
}

function Members({ course }: { course: Course }) {
  const t = useTexts('course')
  const conditionsOf = (find: string, role: string | undefined) => {
    const conditions = { ...(find && { keyword: find }), ...(isRole(role) && { role }) }
    return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
  }
  const list = usePaged(
    ({ page, size, find, filters, sort }) => {
      const conditions = conditionsOf(find, filters.role)
      return query('GET /api/courses/:id/members', {
        params: { id: course.id },
        query: {
          page,
          page_size: size,
          ...(conditions && { conditions }),
          ...(sort && { sort: sort.by as (typeof sorts)[number], order: sort.direction }),
        },
      })
    },
    { filters: ['role'], sorts },
  )
  type Member = (typeof list.items)[number]
  const teaching = course.can.teach
  const selection = useSelection<Member>(list, ({ id }) => id)
  const [asking, setAsking] = useState<'remove' | Role>()

  /** What a bulk call names: the selected ones, or everything that fits but the ones left out. */
  const named = () => {
    if (!selection.everything) return { enrollment_ids: selection.rows.map(({ id }) => id) }
    const conditions = conditionsOf(list.find, list.filters.role) ?? '{}'
    return { course_id: course.id, conditions, except_ids: selection.except.map(({ id }) => id) }
  }
  const run = async (act: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => {
    try {
      await act()
      selection.clear()
      const restore = undo && (() => void undo().then(() => invalidate(...reads)))
      toast({ text: done, ...(restore && { undo: restore }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setAsking(undefined)
      await invalidate(...reads)
    }
  }
  const enrol = (members: readonly Member[]) =>
    Promise.all(
      [...Map.groupBy(members, ({ role }) => role)].map(([role, same]) =>
        call('POST /api/courses/:id/enrollments', {
          params: { id: course.id },
          body: { person_ids: same.map(({ person }) => person.id), role },
        }),
      ),
    )
  const changeBack = (members: readonly Member[]) =>
    Promise.all(
      [...Map.groupBy(members, ({ role }) => role)].map(([role, same]) =>
        call('PUT /api/course/enrollments', { body: { enrollment_ids: same.map(({ id }) => id), role } }),
      ),
    )
  const remove = () => {
    const { count, rows, everything } = selection
    return run(
      () => call('DELETE /api/course/enrollments', { body: named() }),
      t('removedMembers', { count }),
      everything ? undefined : () => enrol(rows),
    )
  }
  const give = (role: Role) => {
    const { count, rows, everything } = selection
    return run(
      () => call('PUT /api/course/enrollments', { body: { ...named(), role } }),
      t('roleGiven', { count, role: t(`role.${role}`) }),
      everything ? undefined : () => changeBack(rows),
    )
  }
  // a few are taken out at once with an undo; everything that fits is asked for, since its rows are not all known here
  const act = (what: 'remove' | Role) => (selection.everything ? setAsking(what) : void (what === 'remove' ? remove() : give(what)))

  const columns: ScreenColumn<Member>[] = [
    {
      key: 'name',
      head: t('name'),
      sorts: true,
      text: ({ person }) => person.name,
      cell: ({ person }) => (
        <span className="flex items-center gap-2.5">
          <Avatar id={person.id} name={person.name} src={person.avatar} size={26} />
          <span className="font-medium">{person.name}</span>
        </span>
      ),
    },
    {
      key: 'user_no',
      head: t('userNo'),
      sorts: true,
      optional: true,
      text: ({ person }) => person.user_no,
      cell: ({ person }) => <span className="tabular">{person.user_no}</span>,
    },
    ...(teaching
      ? [
          {
            key: 'mail',
            head: t('email'),
            optional: true,
            text: ({ person }: Member) => person.email ?? '',
            cell: ({ person }: Member) => <span className="break-all">{person.email ?? ''}</span>,
          },
        ]
      : []),
    { key: 'role', head: t('roleHead'), text: ({ role }) => t(`role.${role}`), cell: ({ role }) => t(`role.${role}`) },
    {
      key: 'joined',
      head: t('joinedAt'),
      sorts: true,
      optional: true,
      text: ({ joined_at }) => date(joined_at),
      cell: ({ joined_at }) => <span className="tabular text-text-2">{date(joined_at)}</span>,
    },
  ]
  return (
    <>
      <TableScreen<Member>
        name="members"
        caption={t('menu.enrollments')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findMember')}
        filters={
          <Segmented
            label={t('roleFilter')}
            value={isRole(list.filters.role) ? list.filters.role : 'all'}
            onChange={(role) => list.change({ filters: { role: role === 'all' ? undefined : role } })}
            options={[
              { value: 'all' as const, label: t('filter.all') },
              ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
            ]}
          />
        }
        {...(teaching && {
          exportName: `${course.course_code || course.name} ${t('menu.enrollments')}`,
          selection: {
            of: selection,
            label: ({ person }) => t('choose', { title: person.name }),
            takesAll: true,
            actions: [
              { label: t('makeRole.student'), icon: GraduationCap, run: () => act('student') },
              { label: t('makeRole.instructor_assistant'), icon: UserPen, run: () => act('instructor_assistant') },
              { label: t('makeRole.instructor'), icon: Users, run: () => act('instructor') },
              { label: t('removeMembers'), icon: UserMinus, run: () => act('remove') },
            ],
          },
        })}
        failedTitle={t('membersFailed')}
        empty={<Empty title={t('nobody')} />}
        nothingFits={
          <Empty title={t('nobodyFits')}>
            <Button onClick={list.clear}>{t('clearFilter')}</Button>
          </Empty>
        }
      />
      <Confirm
        open={asking !== undefined}
        danger={asking === 'remove'}
        title={
          asking === 'remove' || !asking
            ? t('removeMembersAsk', { count: selection.count })
            : t('giveRoleAsk', { count: selection.count, role: t(`role.${asking}`) })
        }
        description={t('bulkAskText')}
        confirmLabel={asking === 'remove' || !asking ? t('removeMembers') : t(`makeRole.${asking}`)}
        cancelLabel={t('cancel')}
        onConfirm={async () => {
          if (asking) await (asking === 'remove' ? remove() : give(asking))
        }}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}
