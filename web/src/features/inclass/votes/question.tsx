// The question of a vote with the time that is left and its secrecy.
import { EyeOff } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { clock } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useSecondsLeft } from '../clock.ts'
import type { Vote } from './vote-calls.ts'

/** `id` names the answer's fields. */
export function VoteQuestion({ vote, id }: { vote: Vote; id: string }) {
  const t = useTexts('votes')
  const left = useSecondsLeft(vote.state === 'open' ? vote.closes_at : null)
  return (
    <div className="space-y-2">
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <Chip tone={vote.state === 'open' ? 'accent' : 'neutral'}>{vote.state === 'open' ? t('isOpen') : t('isClosed')}</Chip>
        {vote.anonymous && (
          <Chip tone="note" icon={EyeOff}>
            {t('anonymous')}
          </Chip>
        )}
        {left !== null && (
          <span role="timer" aria-label={t('timeLeft')} className="tabular text-section font-semibold">
            {clock(left)}
          </span>
        )}
      </div>
      <div id={id}>{vote.stem ? <RichText html={vote.stem} size="read" /> : <p className="text-read font-semibold">{t('spoken')}</p>}</div>
    </div>
  )
}
