// Departments of the organisation as a tree, /management/departments: made, changed, moved and deleted in their rows.
import { CornerDownRight, Ellipsis, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Answer, call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { number } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { Merges } from './merges-list.tsx'

export type Department = Answer<'GET /api/departments'>['items'][number]
/** One to change, or a new one: below another, or at the top. */
export type EditedDepartment = { department: Department } | { below: Department | null }

const DepartmentDialog = laterDialog(async () => (await Promise.all([import('./department-dialog.tsx'), texts('errors')]))[0])

const MergeDialog = laterDialog(async () => (await Promise.all([import('./merge-dialog.tsx'), texts('errors')]))[0])

export default function DepartmentsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.departments')}>
      <Departments />
    </ManagementFrame>
  )
}

function Departments() {
  const t = useTexts('management')
  const tp = useTexts('people')
  const me = useMe()
  const tl = useTexts('management-lists')
  const to = useTexts('organisation')
  const [merging, setMerging] = useState<Department>()
  const [edited, setEdited] = useState<EditedDepartment>()
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/departments', { query: { page, page_size: size, people: true, ...(find && { keyword: find }) } }),
  )
  const remove = async (one: Department) => {
    const { id, version, name, code, parent_id, sort, external_ids } = one
    try {
      await call('DELETE /api/departments/:id', { params: { id }, query: { version } })
      toast({
        text: tp('deleted', { name }),
        // one id of another system comes back with it, several would not
        ...(external_ids.length < 2 && {
          undo: () =>
            void call('POST /api/departments', {
              body: { name, code, parent_id, sort, ...(external_ids[0] && { external_id: external_ids[0] }) },
            }).then(
              () => invalidate('GET /api/departments'),
              (failure) => toast({ text: problemText(failure), error: true }),
            ),
        }),
      })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await invalidate('GET /api/departments')
  }
  // a manager of a department makes others below it alone
  const add = !me.bound && (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setEdited({ below: null })}>
        {tp('addDepartment')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<Department>[] = [
    {
      key: 'name',
      head: to('name'),
      text: ({ name }) => name,
      cell: ({ name, path }) => (
        <span className="flex items-center gap-1.5" style={{ paddingInlineStart: list.find ? 0 : (path.length - 1) * 20 }}>
          {path.length > 1 && !list.find && <CornerDownRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-text-3" />}
          <span className="font-medium">{name}</span>
        </span>
      ),
    },
    {
      key: 'code',
      head: tp('code'),
      width: 140,
      text: ({ code }) => code,
      cell: ({ code }) => code && <span className="tabular">{code}</span>,
    },
    {
      key: 'people',
      head: tp('members'),
      width: 140,
      card: 'end',
      numeric: true,
      text: ({ people = 0 }) => String(people),
      cell: ({ id, name, people = 0 }) =>
        people > 0 && me.may('people.change') ? (
          <Link
            to={paths.managedPeople({ department_id: id })}
            aria-label={tp('peopleOf', { name, count: people })}
            className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-text hover:underline"
          >
            {number(people)}
          </Link>
        ) : (
          number(people)
        ),
    },
    {
      key: 'actions',
      head: tp('actions'),
      hideHead: true,
      width: 56,
      cell: (one) =>
        (!me.bound || one.path.includes(me.bound.id)) && (
          <Menu
            trigger={{ kind: 'icon', props: { label: tp('actionsOf', { name: one.name }), icon: Ellipsis, size: 'sm' } }}
            groups={[
              {
                items: [
                  { label: tp('change'), onSelect: () => setEdited({ department: one }) },
                  { label: tp('addBelow'), onSelect: () => setEdited({ below: one }) },
                  // into one that is not theirs
                  ...(one.id === me.bound?.id ? [] : [{ label: tl('mergeAction'), onSelect: () => setMerging(one) }]),
                  { label: tp('delete'), danger: true, onSelect: () => void remove(one) },
                ],
              },
            ]}
          />
        ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{tp('departmentsText')}</p>
      <TableScreen<Department>
        name="management.departments"
        caption={t('entry.departments')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={tp('findUnit')}
        actions={add}
        exportName={t('entry.departments')}
        failedTitle={t('failed')}
        empty={
          <Empty title={tp('noDepartments')} text={tp('departmentsText')}>
            {add}
          </Empty>
        }
        nothingFits={<Empty title={tp('nothingFits', { text: list.find })} />}
      />
      <Merges />
      {merging && (
        <Suspense>
          <MergeDialog department={merging} onClose={() => setMerging(undefined)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <DepartmentDialog edited={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}
