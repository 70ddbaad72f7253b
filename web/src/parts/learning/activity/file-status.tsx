// State of a file that cannot be shown yet, or never: for a student when to come back, for a teacher the cause and the remedy.
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useFileState } from '../../base/uploads/upload-state.ts'
import type { Activity } from '../course/content.ts'

/** Milliseconds: hints of an upload reach its owner alone, and students wait for it too. */
const checkInterval = 5000

export function FileStatus({ file, teaches }: { file: Activity['uploads'][number]; teaches: boolean }) {
  const t = useTexts('activity')
  // The activity carries the steps of a conversion, not every percent.
  const state = useFileState()({ ...file, percent: null })
  const [busy, setBusy] = useState(false)
  const media = file.type === 'video' || file.type === 'audio'
  useEffect(() => {
    if (state.failed) return
    const timer = setInterval(() => !document.hidden && void invalidate('GET /api/activities/:id'), checkInterval)
    return () => clearInterval(timer)
  }, [state.failed])
  const retry = async () => {
    setBusy(true)
    try {
      await call('POST /api/uploads/:id/retry', { params: { id: file.id } })
      await invalidate('GET /api/activities/:id', 'GET /api/courses/:id/content')
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="surface-card max-w-[560px] p-4" role="status">
      <p className="flex flex-wrap items-center gap-2 text-body font-semibold">
        {state.failed ? t('fileFailed') : t('filePreparing')}
        {state.tone && (
          <Chip tone={state.tone} icon={state.icon}>
            {state.word}
          </Chip>
        )}
      </p>
      <p className="mt-1 text-small text-text-2">
        {(teaches && state.why) ||
          t(state.failed ? 'fileFailedStudent' : teaches && media ? 'filePreparingTeacher' : 'filePreparingStudent')}
      </p>
      {teaches && state.failed && media && (
        <Button className="mt-3" icon={RotateCw} busy={busy} action="upload.retry" onClick={() => void retry()}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}
