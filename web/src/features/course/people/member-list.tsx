// The members of a course; page, search, role, classes and order are in the address. Teachers change roles and take people out, also
// many at once.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { GraduationCap, MessageSquareText, UserMinus, UserPen, Users } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { Message } from '../../../parts/learning/messages/message.tsx'
import { type MessageTo, messageTo } from '../../../parts/learning/messages/queries.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { MultiCombobox } from '../../../ui/fields/combobox.tsx'
import { type Writing, writingNow } from '../../../parts/learning/attempts/writing-now.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { list as names, sentences } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import {
  giveBack,
  giveRole,
  isRole,
  memberRoles,
  membersChanged,
  remove,
  restore,
  type Role,
  showDone,
  type Selected,
} from './member-changes.ts'
import { ClassDistribution } from './class-distribution.tsx'
import type { Completeness } from './completeness-cell.tsx'
import { type Member, memberColumns } from './member-columns.tsx'
import type { Course } from '../frame/queries.ts'

/** Names of people who write that a question says. */
const mostNamed = 12
const sorts = ['name', 'user_no', 'klass', 'joined'] as const

/** The conditions of the list as its call takes them; undefined: none. */
function conditionsOf(find: string, { role, klass }: Readonly<Record<string, string>>): string | undefined {
  const conditions = { ...(find && { keyword: find }), ...(isRole(role) && { role }), ...(klass && { klass_ids: klass.split(',') }) }
  return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
}

/** The completeness of the shown students; undefined for a reader who may not see it. */
function useCompleteness({ id, can }: Course, members: readonly Member[]): ReadonlyMap<string, Completeness> | undefined {
  const person_ids = members.flatMap(({ person, role }) => (role === 'student' ? [person.id] : []))
  const { data } = useQuery({
    ...query('GET /api/courses/:id/study-completeness', {
      params: { id },
      query: { page_size: 100, conditions: JSON.stringify({ person_ids }) },
    }),
    enabled: can.teach && person_ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return can.teach ? new Map(data?.items.map((student) => [student.person.id, student])) : undefined
}

export function MemberList({ course, onAdd }: { course: Course; onAdd: () => void }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const tm = useTexts('members')
  const list = usePaged(
    ({ page, size, find, filters, sort }) => {
      const conditions = conditionsOf(find, filters)
      const { by, direction } = sort ?? (course.class_distribution ? { by: 'klass', direction: 'ascending' as const } : {})
      return query('GET /api/courses/:id/members', {
        params: { id: course.id },
        query: {
          page,
          page_size: size,
          ...(conditions && { conditions }),
          ...(by && { sort: by as (typeof sorts)[number], order: direction }),
        },
      })
    },
    { filters: ['role', 'klass'], sorts },
  )
  const { data } = useQuery(query('GET /api/courses/:id/klasses', { params: { id: course.id } }))
  const klasses = data?.klasses.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const chosen = new Set(list.filters.klass?.split(','))
  const teaching = course.can.teach
  const completeness = useCompleteness(course, list.items)
  const selection = useSelection<Member>(list, ({ id }) => id)
  const [asking, setAsking] = useState<'remove' | Role>()
  const [writingTo, setWritingTo] = useState<MessageTo>()
  /** undefined: it could not be read. */
  const [writing, setWriting] = useState<readonly Writing[] | undefined>([])

  const selected = (): Selected =>
    selection.everything
      ? {
          course_id: course.id,
          conditions: conditionsOf(list.find, list.filters) ?? '{}',
          except_ids: selection.except.map(({ id }) => id),
        }
      : { enrollment_ids: selection.rows.map(({ id }) => id) }
  const run = async (act: () => Promise<void>) => {
    try {
      await act()
      selection.clear()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setAsking(undefined)
      await membersChanged()
    }
  }
  const removeSelected = () =>
    run(async () => {
      const ids = await remove(selected())
      showDone(tm('removedMembers', { count: ids.length }), () => restore(ids))
    })
  const give = (role: Role) =>
    run(async () => {
      const { count } = selection
      const { former } = await giveRole(selected(), role)
      showDone(tm('roleGiven', { count, role: tp(`role.${role}`) }), former.length > 0 ? () => giveBack(former) : undefined)
    })
  const write = () => {
    const peopleOf = (rows: readonly Member[]) => rows.map(({ person: { id, name } }) => ({ id, name }))
    setWritingTo(messageTo<Member>(list, ({ id }) => id, peopleOf, selection))
  }
  // a few are taken out at once with an undo; everything that fits is asked for, since its rows are not all known here
  const act = (what: 'remove' | Role) => {
    setWriting([])
    if (what !== 'remove') return selection.everything ? setAsking(what) : void give(what)
    const people = selection.everything ? undefined : new Set(selection.rows.map(({ person }) => person.id))
    void writingNow(course.id, people).then((found) => {
      setWriting(found)
      if (!people || !found || found.length > 0) setAsking('remove')
      else void removeSelected()
    })
  }
  return (
    <>
      {course.class_distribution && data && data.klasses.length > 0 && (
        <ClassDistribution klasses={data.klasses} chosen={chosen} onChoose={(klass) => list.change({ filters: { klass } })} />
      )}
      <TableScreen<Member>
        name="members"
        caption={tp('menu.enrollments')}
        list={list}
        columns={memberColumns(t, tp, tm, teaching, completeness).filter(({ key }) => key !== 'klass' || klasses.length > 0)}
        rowKey={({ id }) => id}
        search={t('findMember')}
        filters={
          <>
            <Segmented
              label={tm('roleFilter')}
              value={isRole(list.filters.role) ? list.filters.role : 'all'}
              onChange={(role) => list.change({ filters: { role: role === 'all' ? undefined : role } })}
              options={[
                { value: 'all' as const, label: t('filter.all') },
                ...memberRoles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
              ]}
            />
            {klasses.length > 0 && (
              <MultiCombobox
                label={tm('klassFilter')}
                hideLabel
                placeholder={tm('allKlasses')}
                className="w-[220px] max-tablet:w-full"
                options={klasses}
                value={klasses.filter(({ value }) => chosen.has(value))}
                onChange={(next) => list.change({ filters: { klass: next.map(({ value }) => value).join(',') || undefined } })}
              />
            )}
          </>
        }
        {...(teaching && {
          exportName: `${course.course_code || course.name} ${tp('menu.enrollments')}`,
          selection: {
            of: selection,
            label: ({ person }) => t('choose', { title: person.name }),
            takesAll: true,
            actions: [
              ...(course.can.announce ? [{ label: tm('message'), icon: MessageSquareText, run: write }] : []),
              ...(course.can.appoint
                ? [
                    { label: t('makeRole.student'), icon: GraduationCap, run: () => act('student') },
                    { label: t('makeRole.instructor_assistant'), icon: UserPen, run: () => act('instructor_assistant') },
                    { label: t('makeRole.instructor'), icon: Users, run: () => act('instructor') },
                  ]
                : []),
              ...(course.can.enrol ? [{ label: tm('removeMembers'), icon: UserMinus, run: () => act('remove') }] : []),
            ],
          },
        })}
        failedTitle={tm('membersFailed')}
        empty={<Empty title={t('nobody')}>{teaching && <Button onClick={onAdd}>{tm('add')}</Button>}</Empty>}
        nothingFits={
          <Empty title={t('nobodyFits')}>
            <Button onClick={list.clear}>{t('clearFilter')}</Button>
          </Empty>
        }
      />
      <Message
        course={course.id}
        to={writingTo}
        onClose={(sent) => {
          setWritingTo(undefined)
          if (sent) selection.clear()
        }}
      />
      <Confirm
        open={asking !== undefined}
        danger={asking === 'remove'}
        title={
          asking === 'remove' || !asking
            ? tm('removeMembersAsk', { count: selection.count })
            : tm('giveRoleAsk', { count: selection.count, role: tp(`role.${asking}`) })
        }
        description={sentences(
          selection.everything && tm('bulkAskText'),
          asking === 'remove' && !writing && tm('writingUnknown'),
          ...(writing ?? []).map(({ exam, names: all }) =>
            tm(selection.everything ? 'writesInCourse' : 'writesNow', {
              exam,
              names: names([
                ...all.slice(0, mostNamed),
                ...(all.length > mostNamed ? [tm('moreWrite', { count: all.length - mostNamed })] : []),
              ]),
            }),
          ),
          writing && writing.length > 0 && tm('writesNowText'),
        )}
        confirmLabel={asking === 'remove' || !asking ? tm('removeMembers') : t(`makeRole.${asking}`)}
        cancelLabel={t('cancel')}
        onConfirm={async () => {
          if (asking) await (asking === 'remove' ? removeSelected() : give(asking))
        }}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}
