// People who wait to join a course, as a part of its members page: the first first, let in or declined, also many at once.
import { Check, Settings2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query } from '../../../queries.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { near } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { membersChanged, showDone } from './member-changes.ts'
import type { Course } from '../frame/queries.ts'

const JoinSettings = laterDialog(() => import('../join/join-settings-dialog.tsx'))

type Waiting = Answer<'GET /api/courses/:id/join-requests'>['items'][number]

export function WaitingList({ course }: { course: Course }) {
  const t = useTexts('members')
  const tc = useTexts('course')
  const [open, setOpen] = useState(false)
  const list = usePaged(({ page, size, find }) =>
    query('GET /api/courses/:id/join-requests', {
      params: { id: course.id },
      query: { page, page_size: size, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
    }),
  )
  const selection = useSelection<Waiting>(list, ({ person }) => person.id)
  const answer = async (people: string[], state: 'accepted' | 'declined' | 'waiting') =>
    (await call('PUT /api/courses/:id/join-requests', { params: { id: course.id }, body: { person_ids: people, state } })).person_ids
  const run = async (state: 'accepted' | 'declined') => {
    try {
      const people = await answer(
        selection.rows.map(({ person }) => person.id),
        state,
      )
      selection.clear()
      if (state === 'accepted') toast({ text: t('letInNow', { count: people.length }) })
      else showDone(t('declinedNow', { count: people.length }), () => answer(people, 'waiting'))
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await Promise.all([membersChanged(), invalidate('GET /api/courses/:id/join-requests', 'GET /api/courses/:id/join-settings')])
    }
  }
  const columns: ScreenColumn<Waiting>[] = [
    {
      key: 'name',
      head: tc('name'),
      text: ({ person }) => person.name,
      cell: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'user_no',
      head: tc('userNo'),
      optional: true,
      text: ({ person }) => person.user_no,
      cell: ({ person }) => <span className="tabular">{person.user_no}</span>,
    },
    { key: 'klass', head: t('klass'), optional: true, text: ({ klass }) => klass ?? '', cell: ({ klass }) => klass },
    {
      key: 'asked',
      head: t('askedAt'),
      text: ({ asked_at }) => near(asked_at),
      cell: ({ asked_at }) => <span className="tabular text-text-2">{near(asked_at)}</span>,
    },
  ]
  const left = list.data?.seats_left
  const settings = (
    <span className="contents" {...dialogTrigger}>
      <Button icon={Settings2} onClick={() => setOpen(true)}>
        {t('whoMayJoin')}
      </Button>
    </span>
  )
  return (
    <>
      <TableScreen<Waiting>
        name="waiting"
        caption={t('part.waiting')}
        list={list}
        columns={columns}
        rowKey={({ person }) => person.id}
        search={t('findWaiting')}
        actions={
          <>
            {typeof left === 'number' && <Chip tone={left === 0 ? 'warn' : 'neutral'}>{t('freeSeats', { count: left })}</Chip>}
            {settings}
          </>
        }
        exportName={`${course.course_code || course.name} ${t('part.waiting')}`}
        selection={{
          of: selection,
          label: ({ person }) => t('choose', { name: person.name }),
          actions: [
            { label: t('letIn'), icon: Check, run: () => void run('accepted') },
            { label: t('declinePeople'), icon: X, run: () => void run('declined') },
          ],
        }}
        failedTitle={t('waitingFailed')}
        empty={
          <Empty title={t('nobodyWaits')} text={t('nobodyWaitsText')}>
            {settings}
          </Empty>
        }
        nothingFits={
          <Empty title={t('noWaitingFits')}>
            <Button onClick={list.clear}>{t('clearFilter')}</Button>
          </Empty>
        }
      />
      <Suspense>{open && <JoinSettings course={course} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
