// Stage of an office file: the PDF converted by the server, the progress of the conversion, the file as the page draws it, or a download.
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Bone } from '../ui/states.tsx'
import { Converting } from './converting.tsx'
import { DownloadFallback } from './download-fallback.tsx'
import type { StageProps } from './stage.ts'

const PdfStage = lazy(() => import('./pdf/pdf-stage.tsx'))
const DrawnStage = lazy(() => import('./office/drawn-stage.tsx'))

export default function OfficeStage(props: StageProps) {
  const t = useTexts('viewer')
  const { preview, urls, drawn, download } = props.view
  const converting = preview?.status === 'queued' || preview?.status === 'running'
  const wasConverting = useRef(converting)
  // a file that could not be converted may be downloaded from then on; the grant of before does not allow it
  useEffect(() => {
    if (wasConverting.current && preview?.status === 'failed' && !download) props.onRenew()
    wasConverting.current = converting
  }, [preview?.status])
  if (urls.preview)
    return (
      <Suspense fallback={<Bone className="m-6 h-64" />}>
        <PdfStage {...props} path={urls.preview} />
      </Suspense>
    )
  if (drawn && urls.file)
    return (
      <Suspense fallback={<Bone className="m-6 h-64" />}>
        <DrawnStage {...props} format={drawn} />
      </Suspense>
    )
  if (converting) return <Converting />
  const isTooLarge = preview?.reason === 'preview.tooLarge'
  return (
    <DownloadFallback
      view={props.view}
      address={props.address}
      teaches={props.teaches}
      title={t(isTooLarge ? 'tooLargeToShow' : preview?.status === 'failed' ? 'cannotConvert' : 'cannotShow')}
    />
  )
}
