// A page of figures under docs/: a part that is measured alone takes its own place, the others stay as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

const machine = () => `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
/** Processes that were ready to run in the minute before the first measurement: other work on the machine, which slows all rates and times. */
const beside = loadavg()[0]!
const today = () => new Date().toISOString().slice(0, 10)
const titleOf = (part: string) => part.split('\n', 1)[0]

/** The part with the day, the machine and other work on it below its title: parts of one page may be of different releases. */
const dated = (part: string) =>
  part.trim().replace(/^(.*)$/m, `$1\n\nMeasured on ${today()}: ${machine()}; load before it began ${beside.toFixed(1)}.`)

/** Answers a function that writes a part, `## title` and its text; `head` comes before all parts, made from the previous text. */
export const document = (name: string, head: (before: string) => string) => (part: string) => {
  const file = new URL(`../../docs/${name}`, import.meta.url)
  const [top = '', ...before] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : ['']
  const parts = before.map((one) => one.trim())
  const at = parts.findIndex((one) => titleOf(one) === titleOf(part))
  if (at < 0) parts.push(dated(part))
  else parts[at] = dated(part)
  writeFileSync(file, `${head(top).trim()}\n\n${parts.join('\n\n')}\n`)
}
