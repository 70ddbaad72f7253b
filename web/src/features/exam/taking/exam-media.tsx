// A sound or film of an exam's question: begun by a click, which the server counts; at zero it plays no more; without seeking ahead where that is
// not allowed. One plays at a time: another is begun after a question.
import { CirclePlay, Music } from 'lucide-react'
import { useState } from 'react'
import { type Answer, CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { serverNow } from '../../../parts/learning/attempts/server-clock.ts'
import type { MediaFile } from '../../../parts/learning/questions/media.ts'
import { useQuery } from '@tanstack/react-query'
import type { Interval } from '../../../player/intervals.ts'
import { Player } from '../../../player/player.tsx'
import { configQuery } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'

type Play = Answer<'POST /api/attempts/:id/plays'> & { at: number }
/** The obstacle to playing. */
type MediaFault = 'gone' | 'notReady' | 'noPlays' | 'unplayable' | { text: string }

const mediaFaultOf = (error: unknown): MediaFault => {
  if (!(error instanceof CallFailed)) return 'unplayable'
  if (error.problem.code === 'attempt.noPlaysLeft') return 'noPlays'
  if (error.status === 404) return 'gone'
  // without a connection nothing is wrong with the file
  if (error.status === 0 || error.status === 401 || error.status === 429) return { text: problemText(error) }
  return 'notReady'
}

const goesOn = (ends: string | undefined) => ends !== undefined && Date.parse(ends) > serverNow()

export function ExamMedia({
  attempt,
  slot,
  media: { id, name },
  limit,
  left,
  ends,
  seeking,
  active,
  onAsk,
  onLeft,
}: {
  attempt: string
  slot: number
  media: MediaFile
  /** The number of times that it may be begun; null: as often as they like. */
  limit: number | null
  /** The number of times left; undefined: not begun on this page. */
  left: number | null | undefined
  /** When a play ends that began before this page was opened: until then to open it is the same play. */
  ends: string | undefined
  /** Whether they may seek ahead. */
  seeking: boolean
  /** It is the one that is open. */
  active: boolean
  /** Opens this one, after a question where another is open. */
  onAsk: (begin: () => void) => void
  onLeft: (left: number | null) => void
}) {
  const t = useTexts('exam')
  const { data: config } = useQuery(configQuery)
  const [play, setPlay] = useState<Play>()
  const [fault, setFault] = useState<MediaFault>()
  const [busy, setBusy] = useState(false)
  const [furthest, setFurthest] = useState(0)
  const begin = async (again: boolean) => {
    setBusy(true)
    setFault(undefined)
    try {
      const begun = await call('POST /api/attempts/:id/plays', {
        params: { id: attempt },
        body: { slot, upload_id: id, ...(again && { again: true }) },
      })
      setFurthest(0)
      setPlay({ ...begun, at: Date.now() })
      onLeft(begun.plays_left)
    } catch (error) {
      const why = mediaFaultOf(error)
      setFault(why)
      if (why === 'noPlays') onLeft(0)
    } finally {
      setBusy(false)
    }
  }
  const shownLeft = left === undefined ? limit : left
  const none = limit !== null && shownLeft !== null && shownLeft <= 0
  const audio = play ? play.upload.type === 'audio' || play.upload.type.startsWith('audio/') : false
  const title = name || play?.upload.name || t('clip')
  const watched: readonly Interval[] = [[0, furthest]]
  return (
    <section aria-label={title} className="mb-4 max-w-[640px] rounded-card border border-line bg-surface p-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CirclePlay aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-text-2" />
        <h3 className="min-w-0 flex-1 basis-40 text-body font-semibold wrap-break-word">{title}</h3>
        {limit !== null && (
          <Chip tone={none ? 'neutral' : 'warn'}>{none ? t('playsNone') : t('playsLeft', { count: shownLeft ?? limit })}</Chip>
        )}
        {(!play || !active) && (
          <Button
            icon={audio ? Music : CirclePlay}
            busy={busy}
            off={none && (play !== undefined || !goesOn(ends)) ? t('playsNoneText') : undefined}
            onClick={() => onAsk(() => void begin(play !== undefined))}
          >
            {t('play')}
          </Button>
        )}
      </div>
      {limit !== null && <p className="mt-1 text-small text-text-2">{t('playsText', { count: limit })}</p>}
      {!seeking && <p className="text-small text-text-2">{t('noSeekingText')}</p>}
      <p role="alert" className="mt-1 text-small text-bad-text empty:hidden">
        {fault && (typeof fault === 'string' ? t(`fault.${fault}`) : fault.text)}
      </p>
      {play && active && (
        <div className="mt-3">
          <Player
            key={play.at}
            title={title}
            source={new URL(play.url, config?.bytes_origin || window.location.origin).href}
            grantedAt={play.at}
            audio={audio}
            duration={play.upload.duration ?? 0}
            watched={watched}
            forward={seeking}
            maxRate={seeking ? 2 : 1}
            loud
            onPosition={(position) => setFurthest((before) => Math.max(before, position))}
            onRenew={() => void begin(false)}
          />
          {limit !== null && (
            <Button className="mt-2" busy={busy} off={none ? t('playsNoneText') : undefined} onClick={() => void begin(true)}>
              {t('playAgain')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
