// npm run bench:scale [-- load|data|sizing] [--users=N] [--seconds=N] [--write]: the capacity of one replica of each target, and the cost
// of a call by the size of the school. --write puts both into docs/bench-scale.md, each in its place, keeps the figures
// (scale/measured.json) and calculates docs/operate/sizing.md anew; `sizing` does that alone.
import { document } from './document.ts'
import { data } from './scale/data.ts'
import { load } from './scale/load.ts'
import { sizings } from './scale/sizing.ts'

const given = process.argv.slice(2)
const names = given.filter((one) => !one.startsWith('--'))
const number = (name: string, usual: number) => Number(given.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
const users = number('users', 1_000_000)
/** Seconds of each kind of work. */
const seconds = number('seconds', 6)

const write = document(
  'bench-scale.md',
  () => `# Figures of scale

Made by \`npm run bench:scale -- --write\`, load generator and servers included.
[sizing.md](operate/sizing.md) derives the resources of a school from them.`,
)
const writes = given.includes('--write')
const printPart = (part: string) => {
  console.log(part)
  if (writes) write(part)
}
if (names.length === 0 || names.includes('load')) for (const part of await load(seconds, writes)) printPart(part)
if (names.length === 0 || names.includes('data')) for await (const part of data(users, writes)) printPart(part)
// the text before the table of schools is written by hand (docs/operate/sizing.md), the table is calculated
if (names.includes('sizing') || (writes && names.length === 0)) {
  const page = document('operate/sizing.md', (before) => before)
  for (const part of sizings()) {
    console.log(part)
    if (writes) page(part)
  }
}
process.exit(0)
