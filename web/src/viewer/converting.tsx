// Stage of a file whose preview is being made, by the server or by the page.
import { useTexts } from '../i18n.ts'
import { Spinner } from '../ui/progress.tsx'

export function Converting() {
  const t = useTexts('viewer')
  return (
    <div role="status" className="m-auto w-full max-w-[360px] space-y-3 p-6 text-center">
      <p className="text-section font-semibold">{t('converting')}</p>
      <p className="text-small text-text-2">{t('convertingText')}</p>
      <span className="inline-block text-accent-text">
        <Spinner size={28} />
      </span>
    </div>
  )
}
