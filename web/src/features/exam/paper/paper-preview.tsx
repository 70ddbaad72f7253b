// A paper as a student sees it: drawn anew each time, to be tried; nothing of it is kept.
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { usePaperFiles } from '../../../parts/learning/questions/paper-files.ts'
import { TriedPaper } from '../../../parts/learning/questions/tried-paper.tsx'
import { query } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'

export default function PaperPreview({ activity }: { activity: string }) {
  const t = useTexts('exam-work')
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...query('GET /api/activities/:id/paper/preview', { params: { id: activity } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const files = usePaperFiles(activity, data?.upload_ids.join())
  if (error && !data)
    return error instanceof CallFailed && error.status < 500 && error.status > 0 ? (
      <Empty title={problemText(error)} />
    ) : (
      <ReadFailed title={t('paperFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
    )
  if (!data) return <SkeletonRows />
  return (
    <div className="space-y-3.5">
      <Banner
        tone="note"
        action={
          <Button size="sm" icon={RefreshCw} busy={isFetching} onClick={() => void refetch()}>
            {t('drawAgain')}
          </Button>
        }
      >
        {t('previewNote')}
      </Banner>
      <TriedPaper paper={data} files={files} />
    </div>
  )
}
