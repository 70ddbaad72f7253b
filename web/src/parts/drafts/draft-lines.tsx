// The lines about a form's draft: changed on the server since, restored, kept on this device.
import { HardDrive } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTime, timeWithSeconds } from '../../ui/format.ts'

type DraftLinesProps = {
  restored: number | undefined
  older: { at: number; text: string } | undefined
  savedAt: number | undefined
  onReset: () => void
  onRestoreOlder: () => void
}

export function DraftLines({ restored, older, savedAt, onReset, onRestoreOlder }: DraftLinesProps) {
  const t = useTexts('drafts')
  return (
    <>
      {older && (
        <Banner
          tone="warn"
          action={
            <span className="flex shrink-0 flex-wrap gap-x-3">
              <Button variant="link" onClick={onRestoreOlder}>
                {t('takeMine')}
              </Button>
              <Button variant="link" onClick={onReset}>
                {t('deleteMine')}
              </Button>
            </span>
          }
        >
          {t('changedSince', { time: dateTime(older.at) })}
          {older.text && (
            <blockquote className="mt-1 max-h-32 overflow-y-auto border-l-2 border-current pl-2.5 break-words whitespace-pre-wrap">
              {older.text}
            </blockquote>
          )}
        </Banner>
      )}
      {restored && (
        <Banner
          tone="info"
          action={
            <Button variant="link" onClick={onReset}>
              {t('startAfresh')}
            </Button>
          }
        >
          {t('restored', { time: dateTime(restored) })}
        </Banner>
      )}
      {savedAt && (
        <p className="tabular flex items-center gap-1.5 text-caption text-text-3">
          <HardDrive aria-hidden size={14} strokeWidth={2} />
          {t('kept', { time: timeWithSeconds(savedAt) })}
        </p>
      )}
    </>
  )
}
