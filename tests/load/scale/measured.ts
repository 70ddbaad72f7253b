// The measured figures as data, beside the tables for readers: sizing.ts calculates with them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export type Measured = {
  /** The cost of a piece of work, by its key: milliseconds of processor by target; `postgres`, `kafka`, `redis`, `s3` beside them. */
  costs: Record<string, Record<string, number>>
  /** Seconds of processor for a second of film. */
  transcode: number
  /** MiB at most, by target. */
  memory: Record<string, number>
  /** The BFF's cost of an open page with a hint stream: milliseconds a second, and KiB. */
  stream: { ms: number; kib: number }
  /** Bytes of a row with its indexes, by `service: table`. */
  bytes: Record<string, number>
}

const file = new URL('./measured.json', import.meta.url)
export const measured = (): Measured => JSON.parse(readFileSync(file, 'utf8')) as Measured

export function keep(part: Partial<Measured>): void {
  const before = existsSync(file) ? measured() : {}
  writeFileSync(file, `${JSON.stringify({ ...before, ...part }, undefined, 2)}\n`)
}
