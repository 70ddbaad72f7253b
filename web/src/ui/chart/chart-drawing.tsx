// The drawing of a chart; only chart.tsx loads it. Lines have their names at the end and differ by dash too; bars carry numbers and start at 0.
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line as linePath } from 'd3-shape'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChartProps } from './chart.tsx'
import { formatValue } from './format-value.ts'
import { truncated, maxWidth } from './text-width.ts'
import { number } from '../format.ts'

const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 4', '12 4']
const colour = (i: number) => `var(--chart-${Math.min(i, 5) + 1})`
const textStyle = { fontSize: 'var(--fs-caption)' } as const
const labelProps = { style: textStyle, fill: 'var(--text-3)' } as const

function useWidth(box: RefObject<HTMLDivElement | null>) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width
}

export default function Drawing({ kind, height = 220, ...props }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const available = { width, height }
  return (
    // screen readers get the summary in front of it and the table with every number
    <div ref={box} aria-hidden style={{ minHeight: kind === 'heat' ? undefined : height }} className="tabular overflow-hidden">
      {width > 0 &&
        (kind === 'line' ? (
          <Lines {...props} {...available} />
        ) : kind === 'heat' ? (
          <Heat {...props} {...available} />
        ) : (
          <Bars {...props} {...available} narrowGaps={kind === 'distribution'} />
        ))}
    </div>
  )
}
type PartProps = Omit<ChartProps, 'kind'> & { width: number; height: number }

/** Pixels for a label in the middle of `at` that neither meets the next one nor the right edge. */
const labelRoom = (between: number, at: number, width: number) => Math.min(between, 2 * (width - at))

/** The step n of the labels that fit: every n-th. */
const labelStep = (count: number, available: number, labelWidth = 56) =>
  Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, available)))

function Axis({ y, width, unit }: { y: ReturnType<typeof scaleLinear<number, number>>; width: number; unit: string | undefined }) {
  return y.ticks(4).map((tick) => (
    <g key={tick} transform={`translate(0 ${y(tick)})`}>
      <line x1={46} x2={width} stroke="var(--line)" />
      <text x={40} dy={4} textAnchor="end" {...labelProps}>
        {number(tick, 1)}
        {unit === '%' ? '%' : ''}
      </text>
    </g>
  ))
}

function Lines({ series, labels, width, height, unit }: PartProps) {
  // the dot before a name is 16 px
  const right = Math.min(maxWidth(series.map(({ name }) => name)) + 26, 200, width * 0.36)
  const allValues = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const y = scaleLinear([Math.min(0, ...allValues), Math.max(1, ...allValues)], [height - 24, 10]).nice(4)
  const x = scalePoint(
    labels.map((_, i) => i),
    [50, width - right],
  )
  const path = linePath<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i) ?? 0)
    .y((value) => y(value ?? 0))
  const step = labelStep(labels.length, width - right - 48)
  // names at the ends must not overlap
  const endLabels = series
    .map(({ name, values }, i) => ({ name, i, y: y(values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.y - b.y)
  for (const [i, end] of endLabels.entries()) if (i > 0) end.y = Math.max(end.y, (endLabels[i - 1]?.y ?? 0) + 15)
  return (
    <svg aria-hidden width={width} height={height}>
      <Axis y={y} width={width - right} unit={unit} />
      {labels.map((label, i) =>
        i % step === 0 ? (
          <text key={i} x={x(i)} y={height - 6} textAnchor="middle" {...labelProps}>
            {truncated(label, step * x.step() - 6)}
          </text>
        ) : null,
      )}
      {series.map(({ name, values }, i) => (
        <path key={name} d={path(values) ?? ''} fill="none" stroke={colour(i)} strokeWidth={2} strokeDasharray={dashes[i]} />
      ))}
      {endLabels.map(({ name, i, y }) => (
        <text key={name} x={width - right + 8} y={y + 4} style={textStyle} fontWeight={500} fill="var(--text)">
          <tspan fill={colour(i)}>● </tspan>
          {truncated(name, right - 24)}
          <title>{name}</title>
        </text>
      ))}
    </svg>
  )
}

function Bars({ series, labels, width, height, unit, narrowGaps }: PartProps & { narrowGaps: boolean }) {
  const values = series[0]?.values ?? []
  const x = scaleBand(
    labels.map((_, i) => i),
    [50, width],
  ).padding(narrowGaps ? 0.06 : 0.35)
  // every bar has its name below it, in up to three lines; of a distribution's numeric classes some can be left out
  const wraps = !narrowGaps && labels.length * 40 < width
  const lines = wraps ? Math.min(3, Math.ceil((maxWidth(labels) * 1.2) / Math.max(1, x.step() - 4))) : 1
  const baseline = height - 24 - Math.max(0, lines - 1) * 20
  const y = scaleLinear([0, Math.max(unit === '%' ? 100 : 1, ...values.map((value) => value ?? 0))], [baseline, 22]).nice(4)
  const step = labelStep(labels.length, width - 48, narrowGaps ? 44 : 72)
  const hasRoom = x.bandwidth() > 24
  return (
    <svg aria-hidden width={width} height={height}>
      <Axis y={y} width={width} unit={unit} />
      {values.map((value, i) => (
        <g key={i} transform={`translate(${x(i) ?? 0} 0)`}>
          <rect y={y(value ?? 0)} width={x.bandwidth()} height={Math.max(0, y(0) - y(value ?? 0))} rx={2} fill={colour(0)} />
          {hasRoom && (
            <text x={x.bandwidth() / 2} y={y(value ?? 0) - 5} textAnchor="middle" style={textStyle} fontWeight={500} fill="var(--text)">
              {formatValue(value, unit)}
            </text>
          )}
          {wraps ? (
            <foreignObject x={(x.bandwidth() - x.step()) / 2 + 2} y={baseline + 4} width={x.step() - 4} height={height - baseline - 4}>
              <div title={labels[i]} className="line-clamp-3 text-center text-caption [overflow-wrap:anywhere] text-text-3">
                {labels[i]}
              </div>
            </foreignObject>
          ) : (
            i % step === 0 && (
              <text x={x.bandwidth() / 2} y={height - 6} textAnchor="middle" {...labelProps}>
                {truncated(labels[i] ?? '', labelRoom(step * x.step() - 6, (x(i) ?? 0) + x.bandwidth() / 2, width))}
              </text>
            )
          )}
        </g>
      ))}
    </svg>
  )
}

/** Shades of one hue, and the number in every cell with room: colour is never the only carrier of a value. */
function Heat({ series, labels, width, unit }: PartProps) {
  const left = Math.min(Math.max(48, maxWidth(series.map(({ name }) => name)) + 16), 180, width * 0.36)
  const cell = (width - left) / Math.max(1, labels.length)
  const rowHeight = 28
  const maxValue = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const depth = scaleLinear([0, maxValue], [6, 62])
  const step = labelStep(labels.length, width - left, 40)
  return (
    <svg aria-hidden width={width} height={series.length * rowHeight + 22}>
      {series.map(({ name, values }, r) => (
        <g key={name} transform={`translate(0 ${r * rowHeight})`}>
          <text x={left - 8} y={18} textAnchor="end" style={textStyle} fill="var(--text-2)">
            {truncated(name, left - 12)}
            <title>{name}</title>
          </text>
          {values.map((value, i) => (
            <g key={i} transform={`translate(${left + i * cell} 0)`}>
              <rect
                width={Math.max(1, cell - 2)}
                height={rowHeight - 2}
                rx={3}
                fill={value === null ? 'none' : `color-mix(in oklab, ${colour(0)} ${depth(value)}%, var(--surface))`}
                stroke="var(--line)"
              />
              {cell > 30 && (
                <text x={cell / 2 - 1} y={17} textAnchor="middle" style={textStyle} fill="var(--text)">
                  {formatValue(value, cell > 52 ? unit : '')}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      {labels.map((label, i) =>
        i % step === 0 ? (
          <text key={i} x={left + i * cell + cell / 2} y={series.length * rowHeight + 16} textAnchor="middle" {...labelProps}>
            {truncated(label, labelRoom(step * cell - 4, left + i * cell + cell / 2, width))}
          </text>
        ) : null,
      )}
    </svg>
  )
}
