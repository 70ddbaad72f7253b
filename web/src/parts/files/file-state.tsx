import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFileState } from '../uploads/upload-state.ts'
import { useGoing } from '../uploads/uploads.ts'
import { type FileItem, filesCalls } from './files-query.ts'

const played = (file: FileItem) => file.type === 'video' || file.type === 'audio'
/** Nothing of such a file is kept, so there is nothing to convert again. */
const notKept = ['upload.typeMismatch', 'upload.sizeMismatch', 'upload.tooManyPixels']
const qualities = ['HD', 'VGA', 'QVGA']

/** A state only when it matters: converting with its percent, failed with its reason; a film says its best quality. */
export function FileState({ file }: { file: FileItem }) {
  const t = useTexts('upload')
  const state = useFileState()
  const going = useGoing()
  if (file.is_folder) return null
  const now = state(file)
  const best = qualities.find((label) => file.videos.some(({ resolution }) => resolution === label))
  if (!now.tone) return <span className="text-text-2">{file.type === 'video' && best ? t('qualityReady', { label: best }) : now.word}</span>
  return (
    <Chip tone={now.tone} icon={now.icon}>
      {file.reason === 'upload.waiting' && going.has(file.id) ? t('sending') : now.word}
    </Chip>
  )
}

/** Why it failed, below its name. */
export function FileWhy({ file }: { file: FileItem }) {
  const { why } = useFileState()(file)
  return why && !file.is_folder ? <span className="block text-caption text-text-2">{why}</span> : null
}

/** Where it is used; in place of it, what can be done about a failure. */
export function FileUse({ file, onShow }: { file: FileItem; onShow: () => void }) {
  const t = useTexts('upload')
  if (file.is_folder) return null
  if (file.status === 'failed' && played(file) && !notKept.includes(file.reason ?? '')) return <TryAgain file={file} />
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
      () => outdate(...filesCalls),
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  return (
    <Button variant="link" action="upload.retry" className="relative z-1" onClick={() => void retry()}>
      {t('tryAgain')}
    </Button>
  )
}
