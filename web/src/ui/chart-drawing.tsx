// The drawing of a chart; only chart.tsx loads it. Names at the ends of lines, which differ by dash too; numbers on bars; axes of bars from 0.
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { line as linePath } from 'd3-shape'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ChartProps, shown } from './chart.tsx'
import { fitted, widest } from './chart-words.ts'
import { number } from './format.ts'

const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 4', '12 4']
const colour = (i: number) => `var(--chart-${Math.min(i, 5) + 1})`
const size = { fontSize: 'var(--fs-caption)' } as const
const text = { style: size, fill: 'var(--text-3)' } as const

function useWidth(box: RefObject<HTMLDivElement | null>) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return width
}

export default function Drawing({ kind, height = 220, ...props }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const room = { width, height }
  return (
    // the sentence before it says it to a screen reader, and the table gives every number
    <div ref={box} aria-hidden style={{ minHeight: kind === 'heat' ? undefined : height }} className="tabular overflow-hidden">
      {width > 0 &&
        (kind === 'line' ? (
          <Lines {...props} {...room} />
        ) : kind === 'heat' ? (
          <Heat {...props} {...room} />
        ) : (
          <Bars {...props} {...room} close={kind === 'distribution'} />
        ))}
    </div>
  )
}
type Part = Omit<ChartProps, 'kind'> & { width: number; height: number }

/** Labels at the foot that have room: every n-th. */
const every = (count: number, room: number, each = 56) => Math.max(1, Math.ceil((count * each) / Math.max(1, room)))

function Axis({ y, width, unit }: { y: ReturnType<typeof scaleLinear<number, number>>; width: number; unit: string | undefined }) {
  return y.ticks(4).map((tick) => (
    <g key={tick} transform={`translate(0 ${y(tick)})`}>
      <line x1={46} x2={width} stroke="var(--line)" />
      <text x={40} dy={4} textAnchor="end" {...text}>
        {number(tick, 1)}
        {unit === '%' ? ' %' : ''}
      </text>
    </g>
  ))
}

function Lines({ series, labels, width, height, unit }: Part) {
  // the dot before a name is 16 px
  const right = Math.min(widest(series.map(({ name }) => name)) + 26, 200, width * 0.36)
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const y = scaleLinear([Math.min(0, ...all), Math.max(1, ...all)], [height - 24, 10]).nice(4)
  const x = scalePoint(
    labels.map((_, i) => i),
    [50, width - right],
  )
  const path = linePath<number | null>()
    .defined((value) => value !== null)
    .x((_, i) => x(i) ?? 0)
    .y((value) => y(value ?? 0))
  const step = every(labels.length, width - right - 48)
  // names at the ends must not lie on one another
  const ends = series
    .map(({ name, values }, i) => ({ name, i, at: y(values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.at - b.at)
  for (const [i, end] of ends.entries()) if (i > 0) end.at = Math.max(end.at, (ends[i - 1]?.at ?? 0) + 15)
  return (
    <svg aria-hidden width={width} height={height}>
      <Axis y={y} width={width - right} unit={unit} />
      {labels.map((label, i) =>
        i % step === 0 ? (
          <text key={i} x={x(i)} y={height - 6} textAnchor="middle" {...text}>
            {fitted(label, step * x.step() - 6)}
          </text>
        ) : null,
      )}
      {series.map(({ name, values }, i) => (
        <path key={name} d={path(values) ?? ''} fill="none" stroke={colour(i)} strokeWidth={2} strokeDasharray={dashes[i]} />
      ))}
      {ends.map(({ name, i, at }) => (
        <text key={name} x={width - right + 8} y={at + 4} style={size} fontWeight={500} fill="var(--text)">
          <tspan fill={colour(i)}>● </tspan>
          {fitted(name, right - 24)}
          <title>{name}</title>
        </text>
      ))}
    </svg>
  )
}

function Bars({ series, labels, width, height, unit, close }: Part & { close: boolean }) {
  const values = series[0]?.values ?? []
  const x = scaleBand(
    labels.map((_, i) => i),
    [50, width],
  ).padding(close ? 0.06 : 0.35)
  // every bar has its name below it, in up to three lines; classes of a distribution are numbers, of which some can be left out
  const wraps = !close && labels.length * 40 < width
  const lines = wraps ? Math.min(3, Math.ceil((widest(labels) * 1.2) / Math.max(1, x.step() - 4))) : 1
  const foot = height - 24 - Math.max(0, lines - 1) * 20
  const y = scaleLinear([0, Math.max(1, ...values.map((value) => value ?? 0))], [foot, 22]).nice(4)
  const step = every(labels.length, width - 48, close ? 44 : 72)
  const roomy = x.bandwidth() > 24
  return (
    <svg aria-hidden width={width} height={height}>
      <Axis y={y} width={width} unit={unit} />
      {values.map((value, i) => (
        <g key={i} transform={`translate(${x(i) ?? 0} 0)`}>
          <rect y={y(value ?? 0)} width={x.bandwidth()} height={Math.max(0, y(0) - y(value ?? 0))} rx={2} fill={colour(0)} />
          {roomy && (
            <text x={x.bandwidth() / 2} y={y(value ?? 0) - 5} textAnchor="middle" style={size} fontWeight={500} fill="var(--text)">
              {shown(value, unit)}
            </text>
          )}
          {wraps ? (
            <foreignObject x={(x.bandwidth() - x.step()) / 2 + 2} y={foot + 4} width={x.step() - 4} height={height - foot - 4}>
              <div title={labels[i]} className="line-clamp-3 text-center text-caption [overflow-wrap:anywhere] text-text-3">
                {labels[i]}
              </div>
            </foreignObject>
          ) : (
            i % step === 0 && (
              <text x={x.bandwidth() / 2} y={height - 6} textAnchor="middle" {...text}>
                {fitted(labels[i] ?? '', step * x.step() - 6)}
              </text>
            )
          )}
        </g>
      ))}
    </svg>
  )
}

/** Depth of one hue, and the number in every cell that has room: colour never speaks alone. */
function Heat({ series, labels, width, unit }: Part) {
  const left = Math.min(Math.max(48, widest(series.map(({ name }) => name)) + 16), 180, width * 0.36)
  const cell = (width - left) / Math.max(1, labels.length)
  const row = 28
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const depth = scaleLinear([0, most], [6, 62])
  const step = every(labels.length, width - left, 40)
  return (
    <svg aria-hidden width={width} height={series.length * row + 22}>
      {series.map(({ name, values }, r) => (
        <g key={name} transform={`translate(0 ${r * row})`}>
          <text x={left - 8} y={18} textAnchor="end" style={size} fill="var(--text-2)">
            {fitted(name, left - 12)}
            <title>{name}</title>
          </text>
          {values.map((value, i) => (
            <g key={i} transform={`translate(${left + i * cell} 0)`}>
              <rect
                width={Math.max(1, cell - 2)}
                height={row - 2}
                rx={3}
                fill={value === null ? 'none' : `color-mix(in oklab, ${colour(0)} ${depth(value)}%, var(--surface))`}
                stroke="var(--line)"
              />
              {cell > 30 && (
                <text x={cell / 2 - 1} y={17} textAnchor="middle" style={size} fill="var(--text)">
                  {shown(value, cell > 52 ? unit : '')}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      {labels.map((label, i) =>
        i % step === 0 ? (
          <text key={i} x={left + i * cell + cell / 2} y={series.length * row + 16} textAnchor="middle" {...text}>
            {fitted(label, step * cell - 4)}
          </text>
        ) : null,
      )}
    </svg>
  )
}
