// One part of the attack suite.
import type { Report } from './report.ts'

export type Part = {
  name: string
  /** One line for --list. */
  about: string
  /** What it may take on two quiet cores; five times as long is a failure of its own. */
  seconds: number
  run(report: Report): Promise<void>
}
