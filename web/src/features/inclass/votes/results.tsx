// Results of a vote: bars with their numbers, or a table; words and texts of short answers; the right answer once it is shown; the class before.
import { useTexts } from '../../../i18n.ts'
import { labelOf } from '../../../parts/learning/votes/labels.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { date, list, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { CircleCheck } from 'lucide-react'
import type { Counts, Results, Vote } from './vote-calls.ts'

type Props = { vote: Pick<Vote, 'type' | 'content' | 'state'>; results: Counts & Partial<Pick<Results, 'before'>>; height?: number }

export function VoteResults({ vote, results, height = 240 }: Props) {
  const t = useTexts('votes')
  const { n, asked, counts, mean, words, texts, right, before } = results
  const label = labelOf(vote)
  if (n === 0) return <Empty title={t('noAnswers')} />
  if (counts === null && texts.length === 0) return <Empty title={t(vote.state === 'open' ? 'afterClose' : 'few')} />
  const first = (counts ?? []).toSorted((a, b) => b.n - a.n)[0]
  const summary = t('summary', { n: number(n), asked: number(asked), name: first ? label(first.value) : '', count: number(first?.n ?? 0) })
  return (
    <div className="space-y-4">
      {right && right.length > 0 && (
        <p>
          <Chip tone="ok" icon={CircleCheck}>
            {t('right', { names: list(right.map(label)) })}
          </Chip>
        </p>
      )}
      {counts && (
        <div className={before?.counts ? 'grid gap-4 wide:grid-cols-2' : undefined}>
          <Chart
            kind="bar"
            title={t('results')}
            summary={summary}
            labels={counts.map(({ value }) => (right?.includes(value) ? `✓ ${label(value)}` : label(value)))}
            series={[{ name: t('people'), values: counts.map((one) => one.n) }]}
            height={height}
          >
            {mean !== null && <span className="tabular text-body text-text-2">{t('mean', { mean: number(mean, 2) })}</span>}
          </Chart>
          {before?.counts && (
            <Chart
              kind="bar"
              title={t('before', { title: before.title, day: date(before.opened_at) })}
              summary={t('answeredBefore', { count: before.n })}
              labels={before.counts.map(({ value }) => label(value))}
              series={[{ name: t('people'), values: before.counts.map((one) => one.n) }]}
              height={height}
            >
              {before.mean !== null && <span className="tabular text-body text-text-2">{t('mean', { mean: number(before.mean, 2) })}</span>}
            </Chart>
          )}
        </div>
      )}
      {texts.length > 0 && <Texts words={words} texts={texts} />}
    </div>
  )
}

/** Answers that are listed below the words. */
const listed = 30

function Texts({ words, texts }: Pick<Counts, 'words' | 'texts'>) {
  const t = useTexts('votes')
  const most = Math.max(1, ...words.map(({ n }) => n))
  return (
    <section aria-label={t('results')} className="surface-card space-y-4 p-4">
      <h2 className="text-section font-semibold">{t('words')}</h2>
      <ul aria-label={t('words')} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {words.map(({ text, n }) => (
          <li key={text} style={{ fontSize: `${1 + (n / most) * 1.25}rem` }} className="wrap-anywhere">
            {text}
            <span className="tabular ml-1 text-caption text-text-3">{number(n)}</span>
          </li>
        ))}
      </ul>
      <h2 className="text-section font-semibold">{t('texts')}</h2>
      <ul aria-label={t('texts')} className="divide-y divide-line">
        {texts.slice(0, listed).map(({ text, n }) => (
          <li key={text} className="flex items-baseline gap-3 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            <span className="tabular text-text-3">{number(n)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
