// One part of the attack suite.
import type { Report } from './report.ts'

export type Part = {
  name: string
  /** One line for --list. */
  about: string
  /** Longer than this is a failure of its own. */
  seconds: number
  run(report: Report): Promise<void>
}
