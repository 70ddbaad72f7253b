// The figures of a benchmark: each beside a baseline measured in the same run, so that it means the same on any machine.
export type Figure = {
  name: string
  value: string
  /** Measured in the same run. */
  baseline?: string
  /** value : baseline; a larger ratio is worse unless the name says otherwise. */
  ratio?: number
  /** The aim in words, and whether it is reached. */
  aim?: string
  met?: boolean
  /** The composition of the figure, in a sentence under the table. */
  note?: string
}

export const table = (title: string, figures: Figure[]): string =>
  [
    `## ${title}`,
    '',
    '| figure | value | baseline | ratio | aim |',
    '|---|---|---|---|---|',
    ...figures.map(
      ({ name, value, baseline = '', ratio, aim = '', met }) =>
        `| ${name} | ${value} | ${baseline} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${aim}${met === undefined ? '' : met ? ' ✓' : ' ✗ missed'} |`,
    ),
    '',
    ...figures.flatMap(({ name, note }) => (note ? [`- ${name}: ${note}`] : [])),
    ...(figures.some(({ note }) => note) ? [''] : []),
  ].join('\n')

/** The value below which `share` of them lie. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
export const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
