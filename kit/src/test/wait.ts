// Waiting in tests: for a condition, never for a time; the limits grow with the slowness of the machine, as `npm test` measured it.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Limits grow no further than this: a run has to end. */
export const maxSlowness = 10

/** The factor in LYCEUM_TEST_SLOWNESS, 1 where it is not set; throws, naming the variable, on anything but a number from 1 to 10. */
export function parseSlowness(text: string | undefined): number {
  if (!text) return 1
  const value = Number(text)
  if (!(value >= 1 && value <= maxSlowness))
    throw new Error(`LYCEUM_TEST_SLOWNESS is ${text}: it must be a number from 1 to ${maxSlowness}`)
  return value
}

const atStart = parseSlowness(process.env.LYCEUM_TEST_SLOWNESS)
/** Milliseconds between two reads of the present factor. */
const freshFor = 5000
const present = { slowness: atStart, until: 0 }

/** The factor now: `npm test` writes it anew while the tests run. It is never below that of the start. */
function slowness(): number {
  const file = process.env.LYCEUM_TEST_SLOWNESS_FILE
  if (!file || performance.now() < present.until) return present.slowness
  present.until = performance.now() + freshFor
  try {
    present.slowness = Math.max(atStart, parseSlowness(readFileSync(file, 'utf8')))
  } catch {} // it is being written
  return present.slowness
}

/** A time limit of a test, in milliseconds, as it holds on this machine now. */
export const scaled = (ms: number): number => Math.round(ms * slowness())

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined | void>

/**
 * Looks every `every` ms until the answer is truthy, and answers it. Rejects, naming the condition, when it is not within `ms` (which are
 * scaled). The default is ample: only a failure ever takes so long.
 */
export async function until<T>(look: () => T | Promise<T>, ms = 30_000, every = 10): Promise<Truthy<T>> {
  for (const began = performance.now(); ; await sleep(every)) {
    const answer = await look()
    if (answer) return answer as Truthy<T>
    if (performance.now() - began > scaled(ms)) throw new Error(`not reached in ${scaled(ms)} ms: ${look}`)
  }
}

/** The value that `read` reaches within `ms` (which are scaled): `wanted`, or the last one. For tests that run side by side, which no `expect.poll` can. */
export async function reached<T>(read: () => Promise<T>, wanted: T, ms: number): Promise<T> {
  for (const began = performance.now(); ; await sleep(250)) {
    const now = await read()
    if (now === wanted || performance.now() - began > scaled(ms)) return now
  }
}
