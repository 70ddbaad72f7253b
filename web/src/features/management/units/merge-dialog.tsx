// The dialog that merges a department into another: what moves along; for a week it can be taken back.
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refreshPeople } from '../people/people.ts'
import { takeBack } from './merges.ts'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import type { Department } from './departments-page.tsx'
import { DepartmentField, type Unit } from './unit-fields.tsx'

const byId = (id: string) => query('GET /api/departments', { query: { page_size: 1, ids: [id] } })

export default function MergeDialog({ department, onClose }: { department: Department; onClose: () => void }) {
  const t = useTexts('management-lists')
  const tp = useTexts('people')
  const { id, name } = department
  const uses = useQuery({ ...query('GET /api/departments/:id/uses', { params: { id } }), staleTime: 0 })
  const version = useRef(department.version)
  const form = useForm<{ into: Unit }>({
    start: { into: null },
    check: ({ into }) => ({ into: into ? undefined : t('mergeMissing') }),
    explain: rowRefusal,
    send: async ({ into }) => {
      await savedAgainst(
        version,
        () => call('POST /api/departments/:id/merge', { params: { id }, body: { into: into?.id ?? '', version: version.current } }),
        async () => (await queryClient.fetchQuery({ ...byId(id), staleTime: 0 })).items[0],
      )
      await Promise.all([refreshPeople(), invalidate('GET /api/departments/merges')])
      toast({ text: t('merged', { name, into: into?.name ?? '' }), undo: () => void takeBack(id) })
      onClose()
    },
  })
  const into = form.field('into')
  const { people = 0, departments = 0, units = 0 } = uses.data ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={t('mergeOf', { name })}
      description={t('mergeText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {tp('cancel')}
          </Button>
          <Button variant="danger" type="submit" form="merge" busy={form.busy} off={uses.data ? undefined : t('counting')}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="merge">
        {uses.error && !uses.data ? (
          <p className="flex flex-wrap items-center gap-3 text-text-2">
            {problemText(uses.error)}
            <Button variant="link" onClick={() => void uses.refetch()}>
              {tp('tryAgain')}
            </Button>
          </p>
        ) : (
          uses.data && (
            <ul className="list-disc pl-5 text-text-2">
              <li>{t('mergePeople', { count: people })}</li>
              <li>{t('mergeDepartments', { count: departments })}</li>
              <li>{t('mergeUnits', { count: units })}</li>
              <li>{t('mergeCourses')}</li>
            </ul>
          )
        )}
        <DepartmentField
          label={t('mergeInto')}
          help={t('mergeIntoHelp')}
          none={t('mergeNone')}
          value={into.value}
          error={into.error}
          onChange={into.onChange}
          without={id}
        />
      </FormFrame>
    </Dialog>
  )
}
