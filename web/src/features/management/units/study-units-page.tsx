// Grades, classes and programs of the organisation, /management/study-units: made, changed and deleted in their rows.
import { Ellipsis, Plus } from 'lucide-react'
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
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { number } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'

export type StudyUnit = Answer<'GET /api/study-units'>['items'][number]
export type Kind = StudyUnit['kind']
const kinds: readonly Kind[] = ['klass', 'grade', 'program']

const StudyUnitDialog = laterDialog(async () => (await Promise.all([import('./study-unit-dialog.tsx'), texts('errors')]))[0])

export default function StudyUnitsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.studyUnits')}>
      <StudyUnits />
    </ManagementFrame>
  )
}

function StudyUnits() {
  const t = useTexts('management')
  const tp = useTexts('people')
  const to = useTexts('organisation')
  const me = useMe()
  const [edited, setEdited] = useState<StudyUnit | 'new'>()
  const list = usePaged(
    ({ find, page, size, filters }) =>
      query('GET /api/study-units', {
        query: { page, page_size: size, people: true, kind: kindOf(filters.kind), ...(find && { keyword: find }) },
      }),
    { filters: ['kind'] },
  )
  const kind = kindOf(list.filters.kind)
  const remove = async (unit: StudyUnit) => {
    const { id, version, name, code, department_id, grade_id, program_id, sort, external_ids } = unit
    try {
      await call('DELETE /api/study-units/:id', { params: { id }, query: { version } })
      toast({
        text: tp('deleted', { name }),
        // one id of another system comes back with it, several would not
        ...(external_ids.length < 2 && {
          undo: () =>
            void call('POST /api/study-units', {
              body: {
                kind,
                name,
                code,
                department_id,
                grade_id,
                program_id,
                sort,
                ...(external_ids[0] && { external_id: external_ids[0] }),
              },
            }).then(
              () => invalidate('GET /api/study-units'),
              (failure) => toast({ text: problemText(failure), error: true }),
            ),
        }),
      })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await invalidate('GET /api/study-units')
  }
  // a grade belongs to no department: who manages one makes none
  const add = !(me.bound && kind === 'grade') && (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setEdited('new')}>
        {tp(`add.${kind}`)}
      </Button>
    </span>
  )
  const columns: ScreenColumn<StudyUnit>[] = [
    { key: 'name', head: to('name'), text: ({ name }) => name, cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      key: 'code',
      head: tp('code'),
      width: 160,
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
            to={paths.managedPeople({ [`${kind}_id`]: id })}
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
      cell: (unit) =>
        (!me.bound || unit.department_id !== null) && (
          <Menu
            trigger={{ kind: 'icon', props: { label: tp('actionsOf', { name: unit.name }), icon: Ellipsis, size: 'sm' } }}
            groups={[
              {
                items: [
                  { label: tp('change'), onSelect: () => setEdited(unit) },
                  { label: tp('delete'), danger: true, onSelect: () => void remove(unit) },
                ],
              },
            ]}
          />
        ),
    },
  ]
  return (
    <>
      <TableScreen<StudyUnit>
        name="management.study-units"
        caption={tp(`kind.${kind}`)}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={
          <Segmented<Kind>
            label={t('entry.studyUnits')}
            value={kind}
            onChange={(next) => list.change({ filters: { kind: next === 'klass' ? undefined : next } })}
            options={kinds.map((value) => ({ value, label: tp(`kind.${value}`) }))}
          />
        }
        search={tp('findUnit')}
        filtersSet={0}
        actions={add}
        exportName={tp(`kind.${kind}`)}
        failedTitle={t('failed')}
        empty={<Empty title={tp(`none.${kind}`)}>{add}</Empty>}
        nothingFits={<Empty title={list.find ? tp('nothingFits', { text: list.find }) : tp(`none.${kind}`)}>{!list.find && add}</Empty>}
      />
      {edited && (
        <Suspense>
          <StudyUnitDialog kind={kind} unit={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const kindOf = (typed: string | undefined): Kind => kinds.find((kind) => kind === typed) ?? 'klass'
