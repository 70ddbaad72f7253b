// Charts: line, bars, distribution, heat map. Each can be shown as a table, and has a summary for screen readers. The drawing and its scales
// load when a chart is first shown.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { formatValue } from './format-value.ts'
import { Segmented } from '../fields/segmented.tsx'
import { Bone } from '../states.tsx'
import { Table } from '../table/table.tsx'

export type Series = { name: string; values: readonly (number | null)[] }
export type ChartProps = {
  kind: 'line' | 'bar' | 'distribution' | 'heat'
  title: string
  /** One sentence that sums up the chart. */
  summary: string
  /** Labels of the x axis: points, bars, classes of a distribution, columns of a heat map. */
  labels: readonly string[]
  /** Lines, rows of a heat map; bars and distributions show the first. At most five, the sixth is for "Other". */
  series: readonly Series[]
  /** The unit, shown on the numbers: "%". */
  unit?: string
  height?: number
  /** Beside the title. */
  children?: ReactNode
}
const Drawing = lazy(() => import('./chart-drawing.tsx'))

export function Chart(props: ChartProps) {
  const t = useTexts('ui')
  const { title, summary, labels, series, unit, height = 220, children } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <section aria-label={title} className="surface-card p-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-section font-semibold">{title}</h2>
        {children}
        <Segmented
          label={t('chartView', { title })}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('chart') },
            { value: 'table', label: t('table') },
          ]}
        />
      </div>
      <p className="screen-reader">{summary}</p>
      {view === 'chart' ? (
        <Suspense fallback={<Bone className="late !h-full w-full" />}>
          <Drawing {...props} height={height} />
        </Suspense>
      ) : (
        <Table
          caption={title}
          rows={labels.map((label, i) => ({ label, i }))}
          rowKey={({ i }) => i}
          compact
          columns={[
            { key: 'label', head: title, hideHead: true, cell: ({ label }) => label },
            ...series.map(({ name, values }, seriesIndex) => ({
              key: `${seriesIndex}`,
              head: name,
              numeric: true,
              cell: ({ i }: { i: number }) => formatValue(values[i], unit),
            })),
          ]}
        />
      )}
    </section>
  )
}
