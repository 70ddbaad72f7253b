// Marking anew by a corrected question: first who would change and by how much, then for good; it stands in the history of scores.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { TaskState } from '../../parts/base/tasks/task-progress.tsx'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type RegradeLine, RegradeLines } from './regrade-lines.tsx'
import { titleOf, type ToMark } from './question-head.tsx'

export default function RegradeDialog({ activity, question, onClose }: { activity: string; question: ToMark; onClose: () => void }) {
  const t = useTexts('marking')
  const e = useTexts('exam')
  const [preview, setPreview] = useState<string>()
  const [running, setRunning] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const start = async (isPreview: boolean) => {
    setFailure(undefined)
    try {
      const { task } = await call('POST /api/activities/:id/regrade', {
        params: { id: activity },
        body: { question_id: question.question_id, version_id: question.newer_version_id ?? question.version_id, preview: isPreview },
      })
      if (isPreview) setPreview(task)
      else setRunning(task)
    } catch (error) {
      setFailure(error)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void start(true), [])
  const id = running ?? preview
  const { data: task } = useQuery({
    ...query('GET /api/tasks/:id', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' || !state.data ? 700 : false),
  })
  const finished = running !== undefined && task?.id === running && task.state === 'finished'
  useEffect(() => {
    if (!finished) return
    toast({ text: t('regraded') })
    void invalidate(
      'GET /api/activities/:id/questions-to-mark',
      'GET /api/activities/:id/answers',
      'GET /api/activities/:id/question-statistics',
      'GET /api/activities/:id/regrades',
    )
    onClose()
  }, [finished])
  const result = task?.result as { changed?: number; lines?: RegradeLine[] } | null | undefined
  const lines = (task?.id === preview && task?.state === 'finished' ? (result?.lines ?? []) : undefined) as RegradeLine[] | undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('regradeTitle')}
      description={titleOf(question)}
      width={560}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {e('cancel')}
          </Button>
          <Button
            variant="primary"
            busy={running !== undefined}
            off={lines === undefined ? t('regradeWaits') : lines.length === 0 ? t('regradeNothing') : undefined}
            onClick={() => void start(false)}
          >
            {t('regrade')}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-1">
        <p className="text-body text-text-2">{t('regradeText')}</p>
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
        {task && task.state !== 'finished' && <TaskState task={task} label={running === undefined ? t('regradeWaits') : undefined} />}
        {!task && failure === undefined && <SkeletonText />}
        {lines &&
          (lines.length === 0 ? (
            <p className="text-body">{t('regradeNothing')}</p>
          ) : (
            <>
              <p className="text-body font-semibold">{t('regradeCount', { count: result?.changed ?? lines.length })}</p>
              <RegradeLines caption={t('regradeTitle')} lines={lines} />
            </>
          ))}
      </div>
    </Dialog>
  )
}
