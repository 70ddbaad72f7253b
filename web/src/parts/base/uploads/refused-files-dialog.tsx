// The dialog of files that cannot be uploaded; the accepted ones are being sent already.
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { Plan } from './plan.ts'
import { RefusalList } from './refusal-list.tsx'

export function RefusedFilesDialog({ plan: { files, unsupported }, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useTexts('upload')
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.length ? t('notTakenTitle') : t('noneTaken', { count: unsupported.length })}
      width={560}
      {...(files.length && { description: t('othersGo', { count: files.length }) })}
      footer={
        <Button variant="primary" autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <RefusalList refused={unsupported} counted={false} />
    </Dialog>
  )
}
