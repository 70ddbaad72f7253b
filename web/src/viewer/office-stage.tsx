// Stage of an office file: the PDF converted by the server, the progress of the conversion, the file as the page draws it, or a download.
import { lazy, Suspense } from 'react'
import { Bone } from '../ui/states.tsx'
import { NotConverted, useRenewalAfterFailure } from './not-converted.tsx'
import type { StageProps } from './stage.ts'

const PdfStage = lazy(() => import('./pdf/pdf-stage.tsx'))
const DrawnStage = lazy(() => import('./office/drawn-stage.tsx'))

export default function OfficeStage(props: StageProps) {
  const { urls, drawn } = props.view
  useRenewalAfterFailure(props.view, props.onRenew)
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
  return <NotConverted {...props} />
}
