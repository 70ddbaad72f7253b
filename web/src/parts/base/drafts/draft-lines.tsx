// The lines about a form's draft: changed on the server since, found from a closed window, restored, kept on this device.
import { HardDrive } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { dateTime, timeWithSeconds } from '../../../ui/format.ts'

type DraftLinesProps = {
  restored: number | undefined
  offers: readonly {
    key: string
    at: number
    text: string
    outdated: boolean
    take: () => void
    drop: () => void
    compare?: (() => void) | undefined
  }[]
  savedAt: number | undefined
  onReset: () => void
}

/** More are shown once these are taken or dropped. */
const mostOffers = 3

export function DraftLines({ restored, offers, savedAt, onReset }: DraftLinesProps) {
  const t = useTexts('drafts')
  return (
    <>
      {offers.slice(0, mostOffers).map(({ key, at, text, outdated, take, drop, compare }) => (
        <Banner
          key={key}
          tone={outdated ? 'warn' : 'info'}
          action={
            <span className="flex shrink-0 flex-wrap gap-x-3">
              {outdated && compare && (
                <Button variant="link" onClick={compare}>
                  {t('compare')}
                </Button>
              )}
              <Button variant="link" onClick={take}>
                {t(outdated ? 'takeMine' : 'open')}
              </Button>
              <Button variant="link" onClick={drop}>
                {t(outdated ? 'deleteMine' : 'discard')}
              </Button>
            </span>
          }
        >
          {t(outdated ? 'changedSince' : 'elsewhere', { time: dateTime(at) })}
          {text && (
            <blockquote
              dir="auto"
              className="mt-1 max-h-32 overflow-y-auto border-s-2 border-current ps-2.5 break-words whitespace-pre-wrap"
            >
              {text}
            </blockquote>
          )}
        </Banner>
      ))}
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
