// The table cells of a file's state: state, reason of a failure, and uses or retry.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useFileState } from '../uploads/upload-state.ts'
import { qualityLabels, qualityNames } from '../../../ui/quality-names.ts'
import { useSendingIds } from '../uploads/uploads.ts'
import { type FileItem, filesCalls } from './files-query.ts'

const isMedia = (file: FileItem) => file.type === 'video' || file.type === 'audio'
/** Reasons of files whose bytes are not stored: there is nothing to convert again. */
const notStored = ['upload.typeMismatch', 'upload.sizeMismatch', 'upload.tooManyPixels']
const isStored = ({ reason }: FileItem) => !notStored.includes(reason ?? '') && !reason?.startsWith('upload.fetch')

/** A state only when it matters: converting with its percentage, failed with its reason; a video shows its best quality. */
export function FileState({ file }: { file: FileItem }) {
  const t = useTexts('upload')
  const state = useFileState()
  const sending = useSendingIds()
  if (file.is_folder) return null
  const current = state(file)
  const bestQuality = qualityLabels.find((label) => file.videos.some(({ resolution }) => resolution === label))
  if (!current.tone)
    return (
      <span className="text-text-2">
        {file.type === 'video' && bestQuality ? t('qualityReady', { label: qualityNames[bestQuality] }) : current.word}
      </span>
    )
  return (
    <Chip tone={current.tone} icon={current.icon}>
      {file.reason === 'upload.waiting' && sending.has(file.id) ? t('sending') : current.word}
    </Chip>
  )
}

/** The reason of a failure, below the file's name. */
export function FileReason({ file }: { file: FileItem }) {
  const { why } = useFileState()(file)
  return why && !file.is_folder ? <span className="block text-caption text-text-2">{why}</span> : null
}

/** The uses of a file; after a failed conversion the retry button instead. */
export function FileUses({ file, onShow }: { file: FileItem; onShow: () => void }) {
  const t = useTexts('upload')
  if (file.is_folder) return null
  if (file.status === 'failed' && isMedia(file) && isStored(file)) return <TryAgain file={file} />
  if (!file.used_in) return null
  const { activities, courses, course_name } = file.used_in
  if (activities === 0) return file.status === 'failed' ? null : <span className="text-text-3">{t('nowhere')}</span>
  return (
    <button type="button" onClick={onShow} className="relative z-1 min-h-6 text-left hover:underline">
      {courses === 1 && course_name ? course_name : t('coursesCount', { count: courses })}
    </button>
  )
}

function TryAgain({ file }: { file: FileItem }) {
  const t = useTexts('upload')
  const retry = () =>
    call('POST /api/uploads/:id/retry', { params: { id: file.id } }).then(
      () => invalidate(...filesCalls),
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  return (
    <Button variant="link" action="upload.retry" className="relative z-1" onClick={() => void retry()}>
      {t('tryAgain')}
    </Button>
  )
}
