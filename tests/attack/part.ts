// The type of a part of the attack suite.
import type { Report } from './report.ts'

export type Part = {
  name: string
  /** One line for --list. */
  about: string
  /** The part's time limit on two quiet cores; five times as long is a failure of its own. */
  seconds: number
  run(report: Report): Promise<void>
}
