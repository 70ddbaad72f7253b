import { CircleAlert, RotateCw } from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { sentences } from '../ui/format.ts'
import type { Trouble as What } from './hls.ts'

/** Codes of which loading again changes nothing: broken data, and content under a key. */
export const final = (code: number): boolean => code === 3 || code === 5

/** The player's error box: what failed, that nothing is lost, and Reload where it can help. */
export function Trouble({ trouble, onReload }: { trouble: What; onReload: () => void }) {
  const t = useTexts('player')
  return (
    <div role="alert" className="absolute inset-0 m-auto flex h-fit max-w-[420px] flex-col items-center gap-2 p-6 text-center">
      <CircleAlert aria-hidden size={32} strokeWidth={1.5} className="text-[#ff9f97]" />
      <p className="text-section font-semibold">{t('loadFailed')}</p>
      <p className="text-small text-[#d5dadb]">
        {sentences(t(final(trouble.code) ? 'loadFailedFinal' : 'loadFailedText'), t('errorCode', { code: trouble.code }))}
      </p>
      {!final(trouble.code) && (
        <Button icon={RotateCw} className="mt-2" onClick={onReload}>
          {t('reload')}
        </Button>
      )}
    </div>
  )
}
