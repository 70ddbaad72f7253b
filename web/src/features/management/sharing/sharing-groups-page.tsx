// Sharing groups of the organisation, /management/sharing-groups: opened, renamed, given to a new owner, deleted.
import { Crown, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Answer, call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { NameDialog } from '../../../parts/base/files/name-dialog.tsx'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { date, list as joined, number } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'

export type ManagedGroup = Answer<'GET /api/management/resource-groups'>['items'][number]

const OwnerDialog = laterDialog(async () => (await Promise.all([import('./owner-dialog.tsx'), texts('errors')]))[0])

export default function SharingGroupsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.sharingGroups')}>
      <Groups />
    </ManagementFrame>
  )
}

const refresh = () => invalidate('GET /api/management/resource-groups', 'GET /api/resource-groups', 'GET /api/resource-groups/:id')

function Groups() {
  const t = useTexts('sharing')
  const tm = useTexts('management')
  const me = useMe()
  const [open, setOpen] = useState<{ what: 'rename' | 'owner' | 'delete'; group: ManagedGroup }>()
  const close = () => setOpen(undefined)
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/management/resource-groups', { query: { page, page_size: size, ...(find && { q: find }) } }),
  )
  const ownersOf = ({ owners, owner_count }: ManagedGroup) =>
    joined([...owners.map(({ name }) => name), ...(owner_count > owners.length ? ['…'] : [])])
  const remove = async ({ id, name }: ManagedGroup) => {
    try {
      await call('DELETE /api/resource-groups/:id', { params: { id } })
      toast({ text: t('groupDeleted', { name }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    close()
    await refresh()
  }
  const columns: ScreenColumn<ManagedGroup>[] = [
    {
      key: 'name',
      head: t('group'),
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={paths.resourceGroupFiles(id)} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
      ),
    },
    {
      key: 'owners',
      head: t('owners'),
      text: ownersOf,
      cell: (group) => <span className="wrap-anywhere">{group.owners.length > 0 ? ownersOf(group) : t('noOwner')}</span>,
    },
    {
      key: 'members',
      head: t('members'),
      width: 110,
      numeric: true,
      card: 'more',
      text: ({ member_count }) => String(member_count),
      cell: ({ id, member_count }) => (
        <Link to={paths.resourceGroup(id)} className="hover:underline">
          {number(member_count)}
        </Link>
      ),
    },
    {
      key: 'files',
      head: t('files'),
      width: 90,
      numeric: true,
      text: ({ file_count }) => String(file_count),
      cell: ({ file_count }) => number(file_count),
    },
    {
      key: 'waiting',
      head: t('waiting'),
      width: 100,
      numeric: true,
      text: ({ waiting }) => String(waiting),
      cell: ({ id, name, waiting }) =>
        waiting > 0 && me.may('sharing.review') ? (
          <Link
            to={paths.sharedFiles({ status: 'wait', group: id })}
            aria-label={t('waitingOf', { count: waiting, name })}
            className="font-medium text-accent-text underline"
          >
            {number(waiting)}
          </Link>
        ) : (
          number(waiting)
        ),
    },
    {
      key: 'since',
      head: t('sharedAt'),
      width: 120,
      optional: true,
      card: 'more',
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular">{date(created_at)}</span>,
    },
    {
      key: 'act',
      head: t('rename'),
      hideHead: true,
      width: 52,
      cell: (group) => (
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: group.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
          groups={[
            {
              items: [
                { label: t('rename'), icon: Pencil, onSelect: () => setOpen({ what: 'rename', group }) },
                ...(me.may('people.search')
                  ? [{ label: t('newOwner'), icon: Crown, onSelect: () => setOpen({ what: 'owner' as const, group }) }]
                  : []),
              ],
            },
            { items: [{ label: t('deleteGroup'), icon: Trash2, danger: true, onSelect: () => setOpen({ what: 'delete', group }) }] },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('groupsText')}</p>
      <TableScreen<ManagedGroup>
        name="management.sharing-groups"
        caption={tm('entry.sharingGroups')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findGroup')}
        exportName={tm('entry.sharingGroups')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noGroups')} text={t('noGroupsText')} />}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      {open?.what === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('group')}
          act={t('save')}
          start={open.group.name}
          file={false}
          onClose={close}
          onSave={async (name) => {
            await call('PUT /api/resource-groups/:id', { params: { id: open.group.id }, body: { name } })
            await refresh()
          }}
        />
      )}
      {open?.what === 'owner' && (
        <Suspense>
          <OwnerDialog group={open.group} onDone={refresh} onClose={close} />
        </Suspense>
      )}
      <Confirm
        open={open?.what === 'delete'}
        danger
        title={t('deleteAsk', { name: open?.group.name ?? '' })}
        description={t('deleteText')}
        confirmLabel={t('deleteGroup')}
        cancelLabel={t('cancel')}
        onClose={close}
        onConfirm={() => open && remove(open.group)}
      />
    </>
  )
}
