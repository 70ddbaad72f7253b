// People of the organisation, or of the department of who manages them, /management/people: search, filters and order are in the address; what is chosen
// over all pages is changed at once.
import { Mail, Plus, ShieldCheck, UserCheck, UserRoundCog, UserX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { useShownTask } from '../../../parts/base/tasks/shown-task.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime, list as joined } from '../../../ui/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { changePeople, type PeopleChange } from './change-people.ts'
import { conditionsOf, type ListedUser, peopleFilters, peopleSorts, refreshPeople, usersQuery } from './people.ts'
import { ExportPeople } from './export-people.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { StateMark } from './state-mark.tsx'

const AddPerson = laterDialog(async () => (await Promise.all([import('./add-person.tsx'), texts('errors')]))[0])
const ChangeRoles = laterDialog(async () => (await Promise.all([import('./bulk-dialogs.tsx'), texts('errors', 'tasks')]))[0])
const ChangePlaces = laterDialog(async () => ({
  default: (await Promise.all([import('./bulk-dialogs.tsx'), texts('errors', 'tasks')]))[0].ChangePlaces,
}))
const InvitePeople = laterDialog(
  async () => (await Promise.all([import('./invite-people.tsx'), texts('invitations', 'errors', 'tasks')]))[0],
)
const TaskCard = lazy(
  async () => (await Promise.all([import('../../../parts/base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]))[0],
)
const UndoChange = lazy(async () => (await Promise.all([import('./undo-change.tsx'), texts('errors', 'tasks')]))[0])
/** Tasks that this page begins. */
const taskKinds = ['changePeople', 'undoPeopleChange', 'inviteUsers']
const exportKinds = ['exportPeople']

/** People that one call changes, and that can be picked by hand. */
const mostAtOnce = 500

export default function PeoplePage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.people')}>
      <People />
    </ManagementFrame>
  )
}

function People() {
  const t = useTexts('people')
  const tm = useTexts('management')
  const to = useTexts('organisation')
  const ti = useTexts('invitations')
  const me = useMe()
  const { search } = useLocation()
  const list = usePaged(usersQuery, { filters: peopleFilters, sorts: peopleSorts })
  const selection = useSelection<ListedUser>(list, ({ id }) => id)
  const [open, setOpen] = useState<'add' | 'roles' | 'places' | 'invite'>()
  const which = selection.everything
    ? { conditions: conditionsOf(list) ?? '{}', except_ids: selection.except.map(({ id }) => id) }
    : { ids: selection.rows.map(({ id }) => id) }
  const close = () => setOpen(undefined)
  const [task, setTask] = useShownTask(taskKinds)
  const [exported, setExported] = useShownTask(exportKinds, { name: 'export' })
  const change = async (of: PeopleChange) => {
    const changed = await changePeople(of, setTask)
    if (changed) selection.clear()
    return changed
  }
  const [asked, setAsked] = useState<'active' | 'suspended'>()
  const setState = (state: 'active' | 'suspended') =>
    change({ which, change: { state }, undo: { state: state === 'active' ? 'suspended' : 'active' } })
  // a change of so many is a task
  const turn = (state: 'active' | 'suspended') => (selection.count > mostAtOnce ? setAsked(state) : void setState(state))
  const count = selection.uncounted ? undefined : selection.count
  const picked = selection.everything ? selection.except.length : selection.rows.length
  const unlessTooMany = (run: () => void) => () =>
    picked > mostAtOnce ? toast({ text: t('tooManyPicked', { count: mostAtOnce }), error: true }) : run()
  const add = me.may('people.create') && (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setOpen('add')}>
        {t('addPerson')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<ListedUser>[] = [
    {
      key: 'name',
      head: t('name'),
      sorts: true,
      text: ({ name }) => name,
      cell: ({ id, name, avatar_big_url }) => (
        <span className="flex items-center gap-2.5">
          <Avatar id={id} name={name} src={avatar_big_url} size={22} />
          <Link to={paths.managedPerson(id)} state={{ list: search }} className="font-medium hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ),
    },
    {
      key: 'user_no',
      head: t('number'),
      sorts: true,
      width: 130,
      text: (one) => one.user_no,
      cell: (one) => <span className="tabular">{one.user_no}</span>,
    },
    {
      key: 'roles',
      head: t('roles'),
      text: (one) => one.roles.map((role) => to(`role.${role}`)).join(', '),
      cell: (one) => joined(one.roles.map((role) => to(`role.${role}`))),
    },
    {
      key: 'department',
      head: t('department'),
      optional: true,
      text: (one) => one.department?.name ?? '',
      cell: (one) => one.department?.name,
    },
    { key: 'grade', head: t('grade'), optional: 'hidden', text: (one) => one.grade?.name ?? '', cell: (one) => one.grade?.name },
    { key: 'klass', head: t('klass'), optional: true, card: 'more', text: (one) => one.klass?.name ?? '', cell: (one) => one.klass?.name },
    { key: 'program', head: t('program'), optional: 'hidden', text: (one) => one.program?.name ?? '', cell: (one) => one.program?.name },
    { key: 'email', head: t('email'), optional: 'hidden', text: (one) => one.email ?? '', cell: (one) => one.email },
    {
      key: 'state',
      head: t('state'),
      width: 150,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: (one) => <StateMark user={one} />,
    },
    {
      key: 'seen_at',
      head: t('lastSeen'),
      sorts: true,
      optional: true,
      width: 150,
      card: 'more',
      text: (one) => (one.seen_at ? dateTime(one.seen_at) : ''),
      cell: (one) => <span className="tabular text-text-2">{one.seen_at ? dateTime(one.seen_at) : t('never')}</span>,
    },
  ]
  return (
    <>
      <Suspense>
        {task && (
          <TaskCard key={task} id={task} onEnd={() => void refreshPeople()} onClose={() => setTask(undefined)}>
            <UndoChange id={task} onTask={setTask} />
          </TaskCard>
        )}
        {exported && <TaskCard key={exported} id={exported} onClose={() => setExported(undefined)} />}
      </Suspense>
      <TableScreen<ListedUser>
        name="management.people"
        caption={tm('entry.people')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        compact
        search={t('findPeople')}
        filters={<PeopleFilters values={list.filters} onChange={(filters) => list.change({ filters })} />}
        actions={
          <>
            <ExportPeople list={list} onTask={setExported} />
            {add}
          </>
        }
        selection={{
          of: selection,
          label: ({ name }) => t('selectPerson', { name }),
          takesAll: true,
          actions: [
            { label: t('changeRoles'), icon: ShieldCheck, run: unlessTooMany(() => setOpen('roles')) },
            { label: t('changePlaces'), icon: UserRoundCog, run: unlessTooMany(() => setOpen('places')) },
            { label: ti('send'), icon: Mail, run: unlessTooMany(() => setOpen('invite')) },
            { label: t('suspend'), icon: UserX, run: unlessTooMany(() => turn('suspended')) },
            { label: t('resume'), icon: UserCheck, run: unlessTooMany(() => turn('active')) },
          ],
        }}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noPeople')}>{add}</Empty>}
        nothingFits={
          <Empty title={list.find ? t('nothingFits', { text: list.find }) : t('nobodyFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      {asked && (
        <Confirm
          open
          danger={asked === 'suspended'}
          title={
            count === undefined
              ? t(asked === 'suspended' ? 'suspendAskAll' : 'resumeAskAll')
              : t(asked === 'suspended' ? 'suspendAsk' : 'resumeAsk', { count })
          }
          description={t('manyText')}
          confirmLabel={t(asked === 'suspended' ? 'suspend' : 'resume')}
          onConfirm={async () => {
            await setState(asked)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Suspense>
        {open === 'invite' && (
          <InvitePeople
            which={which}
            onClose={close}
            onTask={(id) => {
              setTask(id)
              selection.clear()
            }}
          />
        )}
        {open === 'add' && <AddPerson onClose={close} />}
        {open === 'roles' && <ChangeRoles which={which} count={count} onClose={close} onChange={change} />}
        {open === 'places' && <ChangePlaces which={which} count={count} onClose={close} onChange={change} />}
      </Suspense>
    </>
  )
}
