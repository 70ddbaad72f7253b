// The dialog of a department: its name and code, and the one that it belongs to.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refreshPeople } from '../people/people.ts'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import type { EditedDepartment } from './departments-page.tsx'
import { DepartmentField, type Unit } from './unit-fields.tsx'

const byId = (id: string) => query('GET /api/departments', { query: { page_size: 1, ids: [id] } })

export default function DepartmentDialog({ edited, onClose }: { edited: EditedDepartment; onClose: () => void }) {
  const t = useTexts('people')
  const department = 'department' in edited ? edited.department : undefined
  const parentId = department?.parent_id ?? undefined
  // the name of the one above, of which the row has the id alone
  const names = useQuery({
    ...byId(parentId ?? ''),
    enabled: parentId !== undefined,
  })
  const parent: Unit = 'below' in edited ? edited.below : parentId ? { id: parentId, name: names.data?.items[0]?.name ?? '…' } : null
  const version = useRef(department?.version ?? 0)
  const form = useForm<{ name: string; code: string; parent_id: Unit | undefined }>({
    // undefined: as it is
    start: { name: department?.name ?? '', code: department?.code ?? '', parent_id: undefined },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    explain: rowRefusal,
    send: async ({ name, code, parent_id }) => {
      const body = { name: name.trim(), code: code.trim() }
      if (department)
        await savedAgainst(
          version,
          () =>
            call('PUT /api/departments/:id', {
              params: { id: department.id },
              body: { ...body, ...(parent_id !== undefined && { parent_id: parent_id?.id ?? null }), version: version.current },
            }),
          async () => (await queryClient.fetchQuery({ ...byId(department.id), staleTime: 0 })).items[0],
        )
      else await call('POST /api/departments', { body: { ...body, parent_id: (parent_id === undefined ? parent : parent_id)?.id ?? null } })
      await refreshPeople()
      toast({ text: t('saved', { name: body.name }) })
      onClose()
    },
  })
  const above = form.field('parent_id')
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={department ? t('changeOf', { name: department.name }) : t('addDepartment')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="department" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="department">
        <TextField {...form.field('name')} label={t('name')} maxLength={200} autoFocus required />
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
      </FormFrame>
    </Dialog>
  )
}
