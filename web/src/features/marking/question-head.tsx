// The question whose answers are marked: its text, what it is worth, what markers are told, the way to mark anew after a correction.
import { RefreshCw } from 'lucide-react'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { plainText } from '../../question-types/parts/plain-text.ts'
import { usePaperFiles } from '../../parts/learning/questions/paper-files.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'

export type ToMark = Answer<'GET /api/activities/:id/questions-to-mark'>['items'][number]

export const titleOf = ({ title, stem }: Pick<ToMark, 'title' | 'stem'>): string =>
  (title || plainText(stem).slice(0, 120)).replace(/\[\[[a-z0-9]+\]\]/g, '____')

export function QuestionHead({ activity, question, onRegrade }: { activity: string; question: ToMark; onRegrade: () => void }) {
  const t = useTexts('marking')
  const q = useTexts('questions')
  const files = usePaperFiles(activity, question.version_id)?.addresses
  const { guide } = question.key as { guide?: unknown }
  return (
    <section aria-label={titleOf(question)} className="surface-card space-y-2 p-4">
      <p className="tabular text-small text-text-2">{[q(`type.${question.type}`), t('outOf', { max: question.points })].join(' · ')}</p>
      <RichText html={question.stem} size="body" files={files} />
      {typeof guide === 'string' && guide && (
        <details>
          <summary className="cursor-pointer text-small font-medium">{q('guide')}</summary>
          <RichText html={guide} files={files} size="body" className="mt-1" />
        </details>
      )}
      {question.newer_version_id ? (
        <Banner
          tone="info"
          icon={RefreshCw}
          action={
            <Button size="sm" onClick={onRegrade}>
              {t('regrade')}
            </Button>
          }
        >
          {t('corrected')}
        </Banner>
      ) : null}
    </section>
  )
}
