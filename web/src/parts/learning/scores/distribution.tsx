// The distribution of scores as a chart: a bar for each tenth of the points, and its figures. `mark`: the place of one score.
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { number } from '../../../ui/format.ts'

type Distributed = {
  count: number
  mean: string | null
  median: string | null
  lower_quartile: string | null
  upper_quartile: string | null
  lowest: string | null
  highest: string | null
  bins: number[]
}

export function Distribution({ of, max, mark }: { of: Distributed; max: string; mark?: string | null }) {
  const t = useTexts('scores')
  const most = Math.max(1, ...of.bins)
  const tenth = Number(max) / 10
  const bound = (i: number) => number(i * tenth, 1)
  const markedBin = mark != null && Number(max) > 0 ? Math.min(9, Math.floor((10 * Number(mark)) / Number(max))) : undefined
  const short = (value: string) => number(Number(value), 1)
  const facts: [string, string | null][] = [
    [t('mean'), of.mean],
    [t('median'), of.median],
    [
      t('middleHalf'),
      of.lower_quartile !== null && of.upper_quartile !== null ? `${short(of.lower_quartile)}–${short(of.upper_quartile)}` : null,
    ],
    [t('range'), of.lowest !== null && of.highest !== null ? `${short(of.lowest)}–${short(of.highest)}` : null],
  ]
  return (
    <div>
      <ul aria-label={t('distribution', { count: of.count })} className="flex h-24 items-end gap-0.5">
        {of.bins.map((count, i) => (
          <li
            key={i}
            className="flex h-full min-w-0 flex-1 flex-col justify-end"
            title={t('bin', { from: bound(i), to: bound(i + 1), count })}
          >
            <span className="screen-reader">{t('bin', { from: bound(i), to: bound(i + 1), count })}</span>
            <span aria-hidden className="tabular text-center text-[10px] leading-3 text-text-3">
              {count > 0 && count}
            </span>
            <span
              aria-hidden
              style={{ height: `${(72 * count) / most}px` }}
              className={classes('block min-h-px rounded-t-[2px]', i === markedBin ? 'bg-accent' : 'bg-[var(--chart-1)]')}
            />
          </li>
        ))}
      </ul>
      <div aria-hidden className="tabular flex justify-between border-t border-line pt-0.5 text-[11px] text-text-3">
        <span>0</span>
        <span>{number(Number(max) / 2, 1)}</span>
        <span>{number(Number(max), 1)}</span>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 text-small">
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="flex min-h-6 items-center justify-between gap-2">
                <dt className="text-text-2">{label}</dt>
                <dd className="tabular whitespace-nowrap">{value.includes('–') ? value : short(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
