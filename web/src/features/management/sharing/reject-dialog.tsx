// The dialog that rejects shared files, with the reason that who shares them reads.
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { decide, type SharedFile } from './decisions.ts'

type RejectDialogProps = { files: readonly SharedFile[]; onDone: () => void; onClose: () => void }

export default function RejectDialog({ files, onDone, onClose }: RejectDialogProps) {
  const t = useTexts('sharing')
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t('reasonMissing') }),
    explain: refusal,
    send: async ({ reason }) => {
      await decide(files, 'reject', reason.trim())
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={
        files.length === 1 ? t('rejectOne', { name: files[0]?.upload.name ?? t('unnamed') }) : t('rejectSome', { count: files.length })
      }
      description={t('rejectText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="reject" busy={form.busy}>
            {t('reject')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="reject">
        <TextArea {...form.field('reason')} label={t('reason')} rows={3} maxLength={1000} autoFocus />
      </FormFrame>
    </Dialog>
  )
}
