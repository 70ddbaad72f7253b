// The dialog that reopens the final results of a course, with a reason that is kept.
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import type { CourseResults } from './results-page.tsx'

export default function ReopenDialog({ course: { id, name, version: seen }, onClose }: { course: CourseResults; onClose: () => void }) {
  const t = useTexts('management-lists')
  const version = useRef(seen)
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t('reasonMissing') }),
    explain: rowRefusal,
    send: async ({ reason }) => {
      await savedAgainst(
        version,
        () => call('POST /api/courses/:id/results/reopen', { params: { id }, body: { reason: reason.trim(), version: version.current } }),
        () => queryClient.fetchQuery({ ...query('GET /api/courses/:id/score-policy', { params: { id } }), staleTime: 0 }),
      )
      toast({ text: t('wasReopened', { name }) })
      await invalidate('GET /api/management/results')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('reopenTitle', { name })}
      description={t('reopenText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="reopen" busy={form.busy}>
            {t('reopen')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="reopen">
        <TextArea {...form.field('reason')} label={t('reason')} rows={3} maxLength={500} autoFocus />
      </FormFrame>
    </Dialog>
  )
}
