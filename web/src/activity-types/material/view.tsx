// View of a material: its files in the previewer, one at a time, as far as the activity grants them.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { Description } from '../../parts/learning/activity/description.tsx'
import { FileChips } from '../../parts/learning/activity/file-chips.tsx'
import { FileStatus } from '../../parts/learning/activity/file-status.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { usePages } from '../../parts/learning/activity/use-pages.ts'
import { usePlay } from '../../parts/learning/activity/use-play.ts'

const Viewer = lazy(async () => {
  const [module] = await Promise.all([import('../../viewer/viewer.tsx'), texts('viewer', 'player')])
  return module
})

export default function MaterialView({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('activity')
  const [query] = useSearchParams()
  const [chosenIndex, setChosenIndex] = useState(() =>
    Math.max(
      0,
      activity.uploads.findIndex(({ id }) => id === query.get('file')),
    ),
  )
  const place = { course: activity.course_id, activity: activity.id, note: query.get('note') ?? undefined }
  const index = activity.uploads[chosenIndex] ? chosenIndex : 0
  const file = activity.uploads[index]
  const media = file?.type === 'video' || file?.type === 'audio'
  const ready = file !== undefined && (file.status === 'ready' || (media && file.playable))
  const { playing, error, updatedAt, reopen } = usePlay(activity, file?.id, ready)
  const currentPlay = playing?.play.upload.id === file?.id ? playing : undefined
  useReadMark(activity, currentPlay !== undefined)
  const asked = activity.completion_criterion.kind === 'read_pages' && file?.type === 'document'
  const onPages = usePages(activity, asked ? currentPlay?.play : undefined, reopen)
  const announced = useRef(activity.my.completed)
  useEffect(() => {
    if (asked && activity.my.completed && !announced.current) toast({ text: t('completedNow', { title: activity.title }) })
    announced.current = activity.my.completed
  }, [asked, activity.my.completed])
  if (!file) return <Empty title={t('noFile')} text={t('noFileStudent')} />
  return (
    <div className="space-y-3 max-tablet:pt-4">
      <FileChips files={activity.uploads} index={index} onChoose={setChosenIndex} />
      {!ready ? (
        <FileStatus file={file} teaches={teaches} />
      ) : error && !currentPlay ? (
        <ReadFailed error={error} at={updatedAt} onRetry={reopen} />
      ) : (
        <Suspense fallback={<Bone className="h-[min(78dvh,1100px)] !rounded-card" />}>
          <Viewer
            files={activity.uploads}
            index={index}
            onMove={setChosenIndex}
            grant={currentPlay?.play.grant ?? null}
            onRenew={reopen}
            onPages={asked ? onPages : undefined}
            place={place}
            teaches={teaches}
            flows
            className="h-[min(78dvh,1100px)] overflow-hidden rounded-card border border-line max-tablet:h-[72dvh] max-tablet:min-h-[72dvh]"
          />
        </Suspense>
      )}
      <Description activity={activity} />
    </div>
  )
}
