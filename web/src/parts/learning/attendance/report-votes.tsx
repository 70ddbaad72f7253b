// Votes in the report of a class: each question with the number of every answer, as text that prints.
import { Check } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { number } from '../../../ui/format.ts'
import { labelOf } from '../votes/labels.ts'

type Votes = Answer<'GET /api/class-sessions/:id/report'>['votes']

export function ReportVotes({ votes }: { votes: Votes }) {
  const t = useTexts('attendance')
  return (
    <section>
      <h3 className="mt-5 mb-2 text-section font-semibold">{t('votes')}</h3>
      <ol className="space-y-4">
        {votes.map((one) => (
          <Vote key={one.vote.id} {...one} />
        ))}
      </ol>
    </section>
  )
}

/** Short answers that are listed. */
const listed = 20

function Vote({ vote, counts: results }: Votes[number]) {
  const [t, tv] = [useTexts('attendance'), useTexts('votes')]
  const label = labelOf(vote)
  const lines = results?.counts?.map(({ value, n }) => ({ value, text: label(value), n }))
  const texts = results?.texts.slice(0, listed).map(({ text, n }) => ({ value: text, text, n }))
  const right = new Set(results?.right)
  const few = results && results.n > 0 && lines === undefined && results.texts.length === 0
  return (
    <li className="break-inside-avoid text-small">
      <p className="font-medium wrap-break-word">
        {number(vote.n)}. {plainText(vote.stem).trim() || tv('spoken')}
      </p>
      <p className="tabular text-text-2">
        {results ? tv('answered', { n: number(results.n), asked: number(results.asked) }) : t('votesNotShown')}
        {results && results.mean !== null && ` · ${tv('mean', { mean: number(results.mean, 2) })}`}
      </p>
      {few && <p className="text-text-2">{tv(vote.state === 'open' ? 'afterClose' : 'few')}</p>}
      {results && results.n > 0 && (
        <ul className="mt-1 max-w-[520px]">
          {(lines ?? texts ?? []).map(({ value, text, n }) => (
            <li key={value} className="flex items-baseline gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
              {right.has(value) && (
                <Check role="img" aria-label={t('isRight')} size={14} strokeWidth={2} className="shrink-0 self-center text-ok-text" />
              )}
              <span className="tabular">{number(n)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
