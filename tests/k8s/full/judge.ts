// The judgement of a row of the full run, and its printed form. It needs no cluster.
export type Report = {
  sent: number
  acknowledged: number
  lost: number
  doubled: number
  failedWrites: number
  reads: number
  failedReads: number
  /** milliseconds */
  p99: number
  /** seconds from the event to the last call that failed */
  recovered: number
  /** seconds after the last write until the last fact had arrived */
  lag: number
  untold: number
  toldTwice: number
  wrong: string[]
  failures: string[]
}
/** planned: no call may fail. accident: calls may fail, nothing may be lost. control: a failure must be visible, else this test detects nothing. */
export type Expectation = 'planned' | 'accident' | 'control'
export type Row = Report & { event: string; expects: Expectation; also: string[] }

/** The faults of a row, in words; empty when there are none. */
export function problems({ expects, also, ...row }: Row): string[] {
  const found = [...also]
  const failed = row.failedWrites + row.failedReads
  if (row.acknowledged === 0 || row.reads === 0) found.push('nothing was written or read meanwhile')
  if (row.lost > 0) found.push(`${row.lost} acknowledged writes or their facts are lost`)
  if (row.doubled > 0) found.push(`${row.doubled} are there twice`)
  if (row.acknowledged + row.failedWrites !== row.sent) found.push('some writes have neither come nor failed')
  if (expects === 'planned' && failed > 0) found.push(`${failed} calls failed at an event that was planned`)
  if (expects === 'control' && (failed === 0 || row.recovered === 0))
    found.push('no call failed where some must: this test cannot see a failure')
  return found
}

const head = [
  'event',
  'sent',
  'acknowledged',
  'lost',
  'doubled',
  'failed writes',
  'reads',
  'failed reads',
  'p99 ms',
  'recovered s',
  'lag drained s',
]
const cells = (row: Row) => [
  row.event,
  row.sent,
  row.acknowledged,
  row.lost,
  row.doubled,
  row.failedWrites,
  row.reads,
  row.failedReads,
  row.p99,
  row.recovered.toFixed(1),
  row.lag.toFixed(1),
]

/** The row as one line for a terminal. */
export const line = (row: Row): string =>
  `${problems(row).length > 0 ? 'FAILED' : 'ok    '} ${row.event.padEnd(34)} ${cells(row)
    .slice(1)
    .map((one, at) => `${head[at + 1]} ${one}`)
    .join(', ')}`

export const table = (rows: (Row & { at?: string })[]): string =>
  [[...head, 'run'], [...head, 'run'].map(() => '---'), ...rows.map((row) => [...cells(row), row.at ?? ''])]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
