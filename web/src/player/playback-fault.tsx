// Error box of the player: a picture, the fault, its code, and Reload where a second attempt can help.
import { RotateCw } from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { sentences } from '../ui/format.ts'
import { FaultPicture } from './fault-picture.tsx'
import type { PlaybackFault } from './hls.ts'

/** Codes that no reload can mend: broken data, and content under a foreign key. */
export const isFinal = (code: number): boolean => code === 3 || code === 5

export function PlaybackFaultBox({ fault, onReload }: { fault: PlaybackFault; onReload: () => void }) {
  const t = useTexts('player')
  return (
    <div role="alert" className="absolute inset-0 m-auto flex h-fit max-w-[420px] flex-col items-center gap-2 p-6 text-center">
      <FaultPicture className="h-20 w-32 max-tablet:h-11" />
      <p className="text-section font-semibold">{t('loadFailed')}</p>
      <p className="text-small text-[#d5dadb]">
        {sentences(t(isFinal(fault.code) ? 'loadFailedFinal' : 'loadFailedText'), t('errorCode', { code: fault.code }))}
      </p>
      {!isFinal(fault.code) && (
        <Button icon={RotateCw} className="mt-2" onClick={onReload}>
          {t('reload')}
        </Button>
      )}
    </div>
  )
}
