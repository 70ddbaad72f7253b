// The bar of an exam: whose it is, when it ends, how long that is, and the one way out.
import { Clock, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { Glyph } from '../../../ui/marks/brand.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { clock, timeWithSeconds } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'

const storageKey = 'lyceum.timer'
const isHidden = () => {
  try {
    return localStorage.getItem(storageKey) === 'hidden'
  } catch {
    return false
  }
}

export function TakingBar({
  title,
  about,
  place,
  deadline,
  left,
  paused,
  busy,
  onHandIn,
}: {
  title: string
  /** "Marine Biology II · attempt 1 of 2" */
  about: string
  /** On a phone: "13 of 24". */
  place: string
  deadline: string
  /** Milliseconds; undefined: there is no end. */
  left: number | undefined
  paused: boolean
  busy: boolean
  onHandIn: () => void
}) {
  const t = useTexts('exam')
  const [hidden, setHidden] = useState(isHidden)
  const hide = (next: boolean) => {
    setHidden(next)
    try {
      localStorage.setItem(storageKey, next ? 'hidden' : 'shown')
    } catch {
      // holds until the page closes
    }
  }
  const timed = left !== undefined
  const urgent = timed && left <= 300_000
  const shown = paused ? t('pausedShort') : timed ? clock(Math.ceil(left / 1000)) : ''
  const phone = usePhone()
  return (
    <header className="sticky top-0 z-(--z-index-head) flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b max-tablet:gap-x-2.5 border-line bg-surface px-5 py-2 [@media(max-height:400px)]:static max-tablet:px-4">
      <span className="max-tablet:hidden">
        <Glyph size={26} />
      </span>
      <div className="min-w-0 flex-1 basis-24 tablet:basis-40">
        <PageTitle title={title} className="truncate text-section font-semibold" />
        <p className="truncate text-caption text-text-3 max-tablet:hidden">{about}</p>
        <p className="tabular truncate text-caption text-text-3 tablet:hidden">
          {[place, timed && t('endsSmall', { time: timeWithSeconds(deadline) })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {timed && (
        <>
          <span className="tabular flex items-center gap-2 text-small text-text-2 max-tablet:hidden">
            <Clock aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
            {t('ends', { time: timeWithSeconds(deadline) })}
          </span>
          <span aria-hidden className="h-6 w-px bg-line max-tablet:hidden" />
          {!(hidden && !phone) && (
            <span
              role="timer"
              aria-live="off"
              aria-label={t('timeLeft', { time: clock(left / 1000) })}
              className={classes('tabular text-[26px] leading-8 font-semibold max-tablet:text-title', urgent && 'text-bad-text')}
            >
              {phone ? (
                <button
                  type="button"
                  onClick={() => hide(!hidden)}
                  className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-1"
                >
                  {hidden ? <Eye aria-hidden size={20} strokeWidth={1.75} className="text-text-2" /> : `${shown} `}
                  <span className="screen-reader">{t(hidden ? 'showTime' : 'hideTime')}</span>
                </button>
              ) : (
                shown
              )}
            </span>
          )}
          {!phone && <IconButton label={t(hidden ? 'showTime' : 'hideTime')} icon={hidden ? Eye : EyeOff} onClick={() => hide(!hidden)} />}
        </>
      )}
      <Button variant="primary" size="lg" busy={busy} action="exam.handIn" onClick={onHandIn}>
        {t('handIn')}
      </Button>
    </header>
  )
}
