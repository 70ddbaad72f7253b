// The screen of a roll call: four digits in their own cells, the QR code beside them, the seconds that the number has left. Read again when the code
// changes, and kept by nothing.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { leftUntil, noteServerTime } from '../../../parts/learning/attempts/server-clock.ts'
import { paths } from '../../../paths.ts'
import { classes } from '../../../ui/class-names.ts'
import { clock, time } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { QrCode } from '../../../ui/marks/qr-code.tsx'
import { Bone } from '../../../ui/states.tsx'
import { useSecondsLeft } from '../clock.ts'
import type { ClassState } from '../queries.ts'
import { WithPart } from './with-part.tsx'

/** Seconds of a number. */
const lifetime = 60

const codeOf = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/roll-calls/:id/code', { params: { id } }] as const,
    queryFn: async ({ signal }) => {
      const code = await call('GET /api/roll-calls/:id/code', { params: { id }, signal })
      noteServerTime(code.now)
      return code
    },
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof CallFailed && error.status === 409) return false
      return data && !error ? Math.max(200, leftUntil(data.next_at) + 50) : 2000
    },
    refetchIntervalInBackground: true,
  })

export function CallScreen({ session, retired }: { session: ClassState; retired: boolean }) {
  const t = useTexts('inclass')
  const { id, ways, closes_at } = session.roll_call!
  const hasNumber = ways.includes('number') && !retired
  const hasCode = hasNumber || ways.includes('qr')
  const { data: code } = useQuery({ ...codeOf(id), enabled: hasCode })
  const left = useSecondsLeft(code?.number_until ?? null)
  const closesIn = useSecondsLeft(closes_at) ?? 0
  const title = hasNumber ? 'screenNumber' : ways.includes('qr') ? 'screenQr' : 'screenHand'
  return (
    <section aria-label={t('screen')} className="rounded-panel bg-accent-soft px-9 py-6 max-tablet:px-4 max-tablet:py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[clamp(18px,2vw,34px)] leading-snug">
          <WithPart text={t(title)} part={<strong className="font-semibold">{t('iAmHere')}</strong>} />
        </p>
        {hasNumber && left !== null && (
          <span className="flex items-center gap-2">
            <Ring share={left / lifetime} />
            <span
              role="timer"
              aria-label={t('numberLeft')}
              className="tabular text-[clamp(18px,1.7vw,28px)] font-semibold text-accent-soft-text"
            >
              {clock(left)}
            </span>
          </span>
        )}
      </div>
      {hasCode && (
        <div className="my-6 flex flex-wrap items-center gap-x-12 gap-y-6 max-tablet:my-4">
          {hasNumber && (
            <div className="@container min-w-[min(300px,100%)] flex-[3]">
              {code?.number ? (
                <div
                  role="img"
                  aria-label={t('numberIs', { number: [...code.number].join(' ') })}
                  className={classes('flex justify-between gap-[2cqw]', left === 0 && 'opacity-30')}
                >
                  {[...code.number].map((digit, nth) => (
                    <span
                      key={`${nth}${digit}`}
                      aria-hidden
                      className="tabular flex aspect-[5/7] max-h-[46vh] min-w-0 flex-1 items-center justify-center rounded-panel border border-line bg-surface text-[min(30cqw,42vh)] leading-none font-semibold"
                    >
                      {digit}
                    </span>
                  ))}
                </div>
              ) : (
                <Bone className="h-[24cqw]" />
              )}
            </div>
          )}
          {ways.includes('qr') && (
            <div className="mx-auto flex w-[min(340px,34vh,100%)] min-w-[200px] flex-col items-center gap-2">
              {code?.qr ? (
                <QrCode
                  text={`${window.location.origin}${paths.scannedClass(session.course_id, code.qr)}`}
                  label={t('qrLabel')}
                  className="w-full rounded-card"
                />
              ) : (
                <Bone className="aspect-square w-full" />
              )}
            </div>
          )}
        </div>
      )}
      {retired && (
        <div className="my-4">
          <Banner tone="warn" urgent>
            {t(ways.includes('qr') ? 'retired' : 'retiredAlone')}
          </Banner>
        </div>
      )}
      <p className="flex flex-wrap justify-between gap-x-6 text-text-2">
        <span>{hasNumber && t('newNumber', { seconds: lifetime })}</span>
        <span className="tabular">{closesIn > 0 ? t('closesAt', { time: time(closes_at), left: clock(closesIn) }) : t('closes')}</span>
      </p>
    </section>
  )
}

/** The share of a minute that is left, in the colours of the screen. */
function Ring({ share }: { share: number }) {
  const round = 2 * Math.PI * 12
  return (
    <svg aria-hidden width="30" height="30" viewBox="0 0 30 30" className="-rotate-90">
      <circle cx="15" cy="15" r="12" fill="none" strokeWidth="5" className="stroke-track" />
      <circle
        cx="15"
        cy="15"
        r="12"
        fill="none"
        strokeWidth="5"
        strokeDasharray={`${round * Math.min(1, share)} ${round}`}
        className="stroke-accent"
      />
    </svg>
  )
}
