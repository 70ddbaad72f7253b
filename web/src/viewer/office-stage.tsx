// Stage of an office file: the PDF converted by the server, the progress of the conversion, or a download.
import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import { Spinner } from '../ui/progress.tsx'
import { Bone } from '../ui/states.tsx'
import { DownloadFallback } from './download-fallback.tsx'
import type { StageProps } from './stage.ts'

const PdfStage = lazy(() => import('./pdf/pdf-stage.tsx'))

export default function OfficeStage(props: StageProps) {
  const t = useTexts('viewer')
  const { preview, urls } = props.view
  if (urls.preview)
    return (
      <Suspense fallback={<Bone className="m-6 h-64" />}>
        <PdfStage {...props} path={urls.preview} />
      </Suspense>
    )
  const converting = preview?.status === 'queued' || preview?.status === 'running'
  if (converting)
    return (
      <div role="status" className="m-auto w-full max-w-[360px] space-y-3 p-6 text-center">
        <p className="text-section font-semibold">{t('converting')}</p>
        <p className="text-small text-text-2">{t('convertingText')}</p>
        <span className="inline-block text-accent-text">
          <Spinner size={28} />
        </span>
      </div>
    )
  return (
    <DownloadFallback
      view={props.view}
      address={props.address}
      title={t(preview?.reason === 'preview.tooLarge' ? 'tooLargeToShow' : preview?.status === 'failed' ? 'cannotConvert' : 'noConverter')}
    />
  )
}
