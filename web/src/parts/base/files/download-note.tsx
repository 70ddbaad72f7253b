// A note for teachers on a course's file that the browser cannot show: students download it, or get nothing of it.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../errors/problem-text.ts'
import { useNotShown } from '../uploads/upload-rules.ts'
import { type FileItem, filesCalls } from './files-query.ts'

/** Whether it succeeded; what went wrong is said in a toast. */
export const allowDownload = (file: Pick<FileItem, 'id'>, allowed: boolean): Promise<boolean> =>
  call('PUT /api/uploads/:id', { params: { id: file.id }, body: { allow_download: allowed } }).then(
    () => {
      void invalidate(...filesCalls)
      return true
    },
    (error: unknown) => {
      toast({ text: problemText(error), error: true })
      return false
    },
  )

export function DownloadNote({ file }: { file: FileItem }) {
  const t = useTexts('upload')
  const isNotShown = useNotShown()
  if (file.is_folder || !(file.preview_failed || isNotShown(file))) return null
  if (file.allow_download) return <span className="block text-caption text-text-2">{t('notShown')}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-caption text-warn-text">
      {t('notShownOff')}
      <Button variant="link" onClick={() => void allowDownload(file, true)}>
        {t('allowDownload')}
      </Button>
    </span>
  )
}
