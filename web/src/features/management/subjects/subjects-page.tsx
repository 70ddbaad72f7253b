// Subjects of the organisation, /management/subjects: the codes that group its courses, made, changed, merged and deleted in their rows.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Merge, Plus, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { DepartmentField } from '../units/unit-fields.tsx'

export type Subject = Answer<'GET /api/subjects'>['items'][number]
/** As it is now. */
export async function readSubject(id: string): Promise<Subject | undefined> {
  const byId = query('GET /api/subjects', { query: { page_size: 1, conditions: JSON.stringify({ ids: [id] }) } })
  return (await queryClient.fetchQuery({ ...byId, staleTime: 0 })).items[0]
}
export const refreshSubjects = () => invalidate('GET /api/subjects')

const SubjectDialog = laterDialog(async () => (await Promise.all([import('./subject-dialog.tsx'), texts('errors')]))[0])
const MergeDialog = laterDialog(async () => (await Promise.all([import('./merge-dialog.tsx'), texts('errors')]))[0])

export default function SubjectsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.subjects')}>
      <Subjects />
    </ManagementFrame>
  )
}

const filters = ['department_id', 'state'] as const
type Opened = { kind: 'edit'; subject: Subject | undefined } | { kind: 'merge'; subject: Subject }

function Subjects() {
  const t = useTexts('curricula')
  const tm = useTexts('management')
  const me = useMe()
  const [opened, setOpened] = useState<Opened>()
  const list = usePaged(
    ({ find, page, size, filters: chosen }) => {
      const { department_id, state } = chosen
      const conditions = { ...(find && { keyword: find }), ...(department_id && { department_id }), ...(state && { state }) }
      return query('GET /api/subjects', {
        query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
      })
    },
    { filters },
  )
  const change = (part: Readonly<Record<string, string | undefined>>) => list.change({ filters: { ...list.filters, ...part } })
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const remove = async ({ id, code, version }: Subject) => {
    try {
      await call('DELETE /api/subjects/:id', { params: { id }, query: { version } })
      toast({
        text: t('deleted', { name: code }),
        undo: () => void call('PUT /api/subjects/:id/restore', { params: { id } }).then(refreshSubjects, failed),
      })
    } catch (failure) {
      failed(failure)
    }
    await refreshSubjects()
  }
  const takeBack = async ({ id, code, version }: Subject) => {
    try {
      await call('POST /api/subjects/:id/unmerge', { params: { id }, body: { version } })
      toast({ text: t('unmerged', { code }) })
    } catch (failure) {
      failed(failure)
    }
    await refreshSubjects()
  }
  // those of no department are the whole organisation's
  const mayChange = ({ department }: Subject) => !me.bound || department !== null
  const add = (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setOpened({ kind: 'edit', subject: undefined })}>
        {t('addSubject')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<Subject>[] = [
    {
      key: 'code',
      head: t('code'),
      width: 160,
      text: ({ code }) => code,
      cell: ({ code }) => <bdi className="tabular font-medium wrap-anywhere">{code}</bdi>,
    },
    {
      key: 'name',
      head: t('name'),
      text: ({ name }) => name,
      cell: ({ name, merged_into }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere">{name}</bdi>
          {merged_into && (
            <Chip tone="neutral" icon={Merge}>
              {t('mergedInto', { code: merged_into.code })}
            </Chip>
          )}
        </span>
      ),
    },
    {
      key: 'department',
      head: t('department'),
      optional: true,
      card: 'more',
      text: ({ department }) => department?.name ?? '',
      cell: ({ department }) => (department ? <bdi>{department.name}</bdi> : '–'),
    },
    {
      key: 'courses',
      head: t('courses'),
      width: 120,
      card: 'end',
      numeric: true,
      text: ({ courses }) => String(courses),
      cell: ({ courses }) => number(courses),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      width: 56,
      cell: (subject) =>
        mayChange(subject) && (
          <Menu
            trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: subject.code }), icon: Ellipsis, size: 'sm' } }}
            groups={[
              {
                items: [
                  ...(subject.state === 'active'
                    ? [
                        { label: t('change'), onSelect: () => setOpened({ kind: 'edit', subject }) },
                        { label: t('merge'), icon: Merge, onSelect: () => setOpened({ kind: 'merge', subject }) },
                      ]
                    : []),
                  ...(subject.merged_until ? [{ label: t('unmerge'), icon: Undo2, onSelect: () => void takeBack(subject) }] : []),
                  { label: t('delete'), danger: true, onSelect: () => void remove(subject) },
                ],
              },
            ]}
          />
        ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('subjectsText')}</p>
      <TableScreen<Subject>
        name="management.subjects"
        caption={tm('entry.subjects')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findSubject')}
        filters={<SubjectFilters values={list.filters} onChange={change} />}
        actions={add}
        exportName={tm('entry.subjects')}
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('noSubjects')} text={t('noSubjectsText')}>
            {add}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      <Suspense>
        {opened?.kind === 'edit' && <SubjectDialog subject={opened.subject} onClose={() => setOpened(undefined)} />}
        {opened?.kind === 'merge' && <MergeDialog subject={opened.subject} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  )
}

type Values = Readonly<Record<string, string | undefined>>
function SubjectFilters({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const t = useTexts('curricula')
  const { department_id: id } = values
  const { data } = useQuery({
    ...query('GET /api/departments', { query: { page_size: 1, ids: id ? [id] : [] } }),
    enabled: id !== undefined,
  })
  return (
    <div className="flex flex-1 flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
      <DepartmentField
        everywhere
        label={t('department')}
        hideLabel
        none={t('anyDepartment')}
        value={id ? { id, name: data?.items[0]?.name ?? '…' } : null}
        onChange={(unit) => onChange({ department_id: unit?.id })}
      />
      <Select
        label={t('state')}
        hideLabel
        value={values.state ?? ''}
        onChange={(state) => onChange({ state: state || undefined })}
        options={[
          { value: '', label: t('anyState') },
          ...(['active', 'merged'] as const).map((state) => ({ value: state as string, label: t(`state.${state}`) })),
        ]}
      />
    </div>
  )
}
