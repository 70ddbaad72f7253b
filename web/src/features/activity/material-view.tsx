import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../problem-text.ts'
import { configQuery } from '../../session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { bytes, timeWithSeconds } from '../../ui/format.ts'
import { Bone, Empty, Failed } from '../../ui/states.tsx'
import type { Activity } from './activity-page.tsx'
import { FileWaiting } from './file-waiting.tsx'
import { useReadMark } from './read-mark.ts'
import { usePlay } from './use-play.ts'

const PdfView = lazy(() => import('./pdf/pdf-view.tsx'))
type File = Activity['uploads'][number]

/** Files to read: a PDF or an image is shown in the page; another kind can be downloaded where that is allowed. */
export default function MaterialView({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [at, choose] = useState(0)
  const file = activity.uploads[at] ?? activity.uploads[0]
  if (!file) return <Empty title={t('noFile')} text={t('noFileStudent')} />
  return (
    <div className="space-y-3 max-tablet:pt-4">
      {activity.uploads.length > 1 && (
        <ul aria-label={t('files')} className="flex flex-wrap gap-2">
          {activity.uploads.map((one, nth) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={nth === at}
                onClick={() => choose(nth)}
                className={classes(
                  'min-h-(--control) rounded-control border px-2.5 text-small',
                  nth === at ? 'border-accent-line bg-accent-soft text-accent-soft-text' : 'border-line bg-surface hover:bg-hover',
                )}
              >
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {file.status === 'ready' ? <Shown key={file.id} activity={activity} file={file} /> : <FileWaiting file={file} teaches={false} />}
    </div>
  )
}

function Shown({ activity, file }: { activity: Activity; file: File }) {
  const t = useTexts('activity')
  const { data: config } = useQuery(configQuery)
  const { playing, error, at, reopen } = usePlay(activity, file.id, true)
  useReadMark(activity, playing !== undefined)
  if (error)
    return (
      <Failed
        title={problemText(error)}
        code={error instanceof CallFailed ? error.status || undefined : undefined}
        at={timeWithSeconds(at)}
        onRetry={reopen}
      />
    )
  if (!playing || !config) return <Bone className="h-[60dvh] !rounded-card" />
  const { urls, download } = playing.play
  const address = urls.file && new URL(urls.file, config.bytes_origin || window.location.origin).href
  const link = download && address && (
    <a href={`${address}?download=true`} download={file.name} data-action="upload.download" className={buttonLook('secondary', 'sm')}>
      <Download aria-hidden size={16} strokeWidth={1.75} />
      <span className="max-tablet:screen-reader">{t('download')}</span>
    </a>
  )
  if (address && /\.pdf$/i.test(file.name)) {
    return (
      <Suspense fallback={<Bone className="h-[60dvh] !rounded-card" />}>
        <PdfView name={file.name} address={address} onRenew={reopen} extra={link || undefined} />
      </Suspense>
    )
  }
  return (
    <div className="surface-card p-4">
      {file.type === 'image' && address && <img src={address} alt={file.name} className="mx-auto mb-4 max-h-[70dvh] max-w-full" />}
      <div className="flex flex-wrap items-center gap-3">
        <Tile tone="info" icon={FileText} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-body font-medium">{file.name}</p>
          <p className="text-caption text-text-3">{bytes(file.size)}</p>
        </div>
        {link || <span className="text-small text-text-2">{t(file.type === 'image' ? 'noDownload' : 'noPreview')}</span>}
      </div>
    </div>
  )
}
