// The question of a vote with the time that is left and its secrecy.
import { EyeOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { clock } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { isPlayed } from '../../../parts/learning/questions/media.ts'
import type { PaperFiles } from '../../../parts/learning/questions/paper-files.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useSecondsLeft } from '../clock.ts'
import type { Vote } from './vote-calls.ts'

const PaperMedia = lazy(async () => {
  const [module] = await Promise.all([import('../../../parts/learning/questions/paper-media.tsx'), texts('exam')])
  return { default: module.PaperMedia }
})

/** `id` names the answer's fields. */
export function VoteQuestion({ vote, id, files }: { vote: Vote; id: string; files: PaperFiles | undefined }) {
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
      <div id={id}>
        {vote.stem ? (
          <RichText html={vote.stem} files={files?.addresses} size="read" />
        ) : (
          <p className="text-read font-semibold">{t('spoken')}</p>
        )}
      </div>
      {files && [...files.known.values()].some(({ type }) => isPlayed(type)) && (
        <Suspense>
          <PaperMedia html={vote.stem} files={files} />
        </Suspense>
      )}
    </div>
  )
}
