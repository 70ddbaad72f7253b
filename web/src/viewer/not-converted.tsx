// Stage of a file that is shown as another one made of it, while there is none: the progress of its conversion, or a download with the reason.
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Converting } from './converting.tsx'
import { DownloadFallback } from './download-fallback.tsx'
import { isConverting, type StageProps, type View } from './stage.ts'

/** Gets a new grant where a conversion has failed: the file may be downloaded from then on, and the grant of before does not allow it. */
export function useRenewalAfterFailure({ preview, download }: View, onRenew: () => void) {
  const converting = isConverting(preview)
  const wasConverting = useRef(converting)
  useEffect(() => {
    if (wasConverting.current && preview?.status === 'failed' && !download) onRenew()
    wasConverting.current = converting
  }, [preview?.status])
}

const titles = { 'preview.tooLarge': 'tooLargeToShow', 'preview.noProgram': 'noConverter' } as const

export function NotConverted({ view, address, teaches }: Pick<StageProps, 'view' | 'address' | 'teaches'>) {
  const t = useTexts('viewer')
  const { preview } = view
  if (isConverting(preview)) return <Converting />
  const title = titles[preview?.reason as keyof typeof titles] ?? (preview?.status === 'failed' ? 'cannotConvert' : 'cannotShow')
  return <DownloadFallback view={view} address={address} teaches={teaches} title={t(title)} />
}
