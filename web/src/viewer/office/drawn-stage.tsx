// Stage of an office file that the page reads and draws itself, or, where that fails, its download.
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { timeWithSeconds } from '../../ui/format.ts'
import { Bone, Failed } from '../../ui/states.tsx'
import { BytesError } from '../byte-ranges.ts'
import { Converting } from '../converting.tsx'
import { DownloadFallback } from '../download-fallback.tsx'
import type { StageProps } from '../stage.ts'
import { ArchiveError } from './archive.ts'
import { DocumentView } from './document-view.tsx'
import type { OfficeContent, OfficeFormat } from './office-worker.ts'
import { readOffice } from './read-office.ts'
import { SheetsView } from './sheets-view.tsx'

/** Bytes that are there and read within a blink on most lines. */
const quick = 256 * 1024

const faultTexts = { broken: 'cannotConvert', tooLarge: 'tooLargeToShow', protected: 'isProtected' } as const

export default function DrawnStage({ format, ...props }: StageProps & { format: OfficeFormat }) {
  const t = useTexts('viewer')
  const { view, address, teaches, onFit, onRenew } = props
  const source = address(view.urls.file ?? '')
  const [content, setContent] = useState<OfficeContent>()
  const [error, setError] = useState<{ cause: unknown; time: number }>()
  useEffect(() => onFit(1), [])
  useEffect(() => {
    const aborter = new AbortController()
    setError(undefined)
    readOffice(source, view.size, format, aborter.signal).then(
      (read) => {
        if (!aborter.signal.aborted) setContent(read)
      },
      (cause: unknown) => {
        if (!aborter.signal.aborted) setError({ cause, time: Date.now() })
      },
    )
    return () => aborter.abort()
  }, [source, view.size, format])
  if (error?.cause instanceof ArchiveError)
    return <DownloadFallback view={view} address={address} teaches={teaches} title={t(faultTexts[error.cause.fault])} />
  if (error)
    return (
      <div className="p-6">
        <Failed
          title={t('fileFailed')}
          code={error.cause instanceof BytesError ? error.cause.status : undefined}
          at={timeWithSeconds(error.time)}
          onRetry={onRenew}
        />
      </div>
    )
  // what is large takes its time on a slow line or device
  if (!content) return view.size > quick ? <Converting /> : <Bone className="m-6 h-64" />
  return 'document' in content ? <DocumentView {...props} document={content.document} /> : <SheetsView {...props} sheets={content.sheets} />
}
