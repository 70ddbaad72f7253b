import { lazy, Suspense, useState } from 'react'
import { CallFailed } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { classes } from '../../ui/class-names.ts'
import { timeWithSeconds } from '../../ui/format.ts'
import { Bone, Empty, Failed } from '../../ui/states.tsx'
import type { Activity } from './activity-page.tsx'
import { FileWaiting } from './file-waiting.tsx'
import { useReadMark } from './read-mark.ts'
import { usePlay } from './use-play.ts'

const Viewer = lazy(async () => {
  const [module] = await Promise.all([import('../../viewer/viewer.tsx'), texts('viewer', 'player')])
  return module
})

/** Files to read, one at a time in the previewer; what the activity grants decides what may be had. */
export default function MaterialView({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [at, choose] = useState(0)
  const place = activity.uploads[at] ? at : 0
  const file = activity.uploads[place]
  const media = file?.type === 'video' || file?.type === 'audio'
  const ready = file !== undefined && (file.status === 'ready' || (media && file.playable))
  const { playing, error, at: when, reopen } = usePlay(activity, file?.id, ready)
  const mine = playing?.play.upload.id === file?.id ? playing : undefined
  useReadMark(activity, mine !== undefined)
  if (!file) return <Empty title={t('noFile')} text={t('noFileStudent')} />
  return (
    <div className="space-y-3 max-tablet:pt-4">
      {activity.uploads.length > 1 && (
        <ul aria-label={t('files')} className="flex flex-wrap gap-2">
          {activity.uploads.map((one, nth) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={nth === place}
                onClick={() => choose(nth)}
                className={classes(
                  'min-h-(--control-sm) rounded-control border px-2.5 text-small break-all',
                  nth === place ? 'border-accent-line bg-accent-soft text-accent-soft-text' : 'border-line bg-surface hover:bg-hover',
                )}
              >
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!ready ? (
        <FileWaiting file={file} teaches={false} />
      ) : error && !mine ? (
        <Failed
          title={problemText(error)}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(when)}
          onRetry={reopen}
        />
      ) : (
        <Suspense fallback={<Bone className="h-[min(78dvh,1100px)] !rounded-card" />}>
          <Viewer
            files={activity.uploads}
            at={place}
            onMove={choose}
            grant={mine?.play.grant ?? null}
            onRenew={reopen}
            className="h-[min(78dvh,1100px)] overflow-hidden rounded-card border border-line max-tablet:h-[72dvh]"
          />
        </Suspense>
      )}
    </div>
  )
}
