// The dialog of a department: its name and code, and the one that it belongs to.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query, queryClient } from '../../../queries.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { refreshPeople } from '../people/people.ts'
import { RowDialog, useRowDialog } from '../row-dialog.tsx'
import type { EditedDepartment } from './departments-page.tsx'
import { DepartmentField, type Unit } from './unit-fields.tsx'

const byId = (id: string) => query('GET /api/departments', { query: { page_size: 1, ids: [id] } })

export default function DepartmentDialog({ edited, onClose }: { edited: EditedDepartment; onClose: () => void }) {
  const t = useTexts('people')
  const to = useTexts('organisation')
  const department = 'department' in edited ? edited.department : undefined
  const parentId = department?.parent_id ?? undefined
  // the name of the one above, of which the row has the id alone
  const names = useQuery({
    ...byId(parentId ?? ''),
    enabled: parentId !== undefined,
  })
  const parent: Unit = 'below' in edited ? edited.below : parentId ? { id: parentId, name: names.data?.items[0]?.name ?? '…' } : null
  const form = useRowDialog<{ name: string; code: string; parent_id: Unit | undefined }>({
    row: department,
    // undefined: as it is
    start: { name: department?.name ?? '', code: department?.code ?? '', parent_id: undefined },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    placeField: 'parent_id',
    write: ({ name, code, parent_id }, version) => {
      const body = { name: name.trim(), code: code.trim() }
      const moved = parent_id !== undefined && { parent_id: parent_id?.id ?? null }
      return department
        ? call('PUT /api/departments/:id', { params: { id: department.id }, body: { ...body, ...moved, version } })
        : call('POST /api/departments', { body: { ...body, parent_id: parent?.id ?? null, ...moved } })
    },
    read: async () => department && (await queryClient.fetchQuery({ ...byId(department.id), staleTime: 0 })).items[0],
    refresh: refreshPeople,
    saved: ({ name }) => t('saved', { name: name.trim() }),
    onClose,
  })
  const above = form.field('parent_id')
  return (
    <RowDialog title={department ? t('changeOf', { name: department.name }) : t('addDepartment')} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={to('name')} maxLength={200} autoFocus required />
      <TextField {...form.field('code')} label={t('code')} help={t('codeHelp')} maxLength={64} />
      <DepartmentField
        label={t('above')}
        help={t('aboveHelp')}
        none={t('atTheTop')}
        value={above.value === undefined ? parent : above.value}
        error={above.error}
        onChange={above.onChange}
        without={department?.id}
      />
    </RowDialog>
  )
}
