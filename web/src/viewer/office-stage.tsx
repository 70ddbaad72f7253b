import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import { Spinner } from '../ui/progress.tsx'
import { Bone } from '../ui/states.tsx'
import { DownloadInstead } from './download-instead.tsx'
import type { StageProps } from './stage.ts'

const PdfStage = lazy(() => import('./pdf/pdf-stage.tsx'))

/** An office file as the PDF that the server makes of it; until then, or where it cannot, what is the case and what can be done. */
export default function OfficeStage(props: StageProps) {
  const t = useTexts('viewer')
  const { preview, urls } = props.view
  if (urls.preview)
    return (
      <Suspense fallback={<Bone className="m-6 h-64" />}>
        <PdfStage {...props} path={urls.preview} />
      </Suspense>
    )
  const going = preview?.status === 'queued' || preview?.status === 'running'
  if (going)
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
    <DownloadInstead
      view={props.view}
      address={props.address}
      title={t(preview?.reason === 'preview.tooLarge' ? 'tooLargeToShow' : preview?.status === 'failed' ? 'cannotConvert' : 'noConverter')}
    />
  )
}
