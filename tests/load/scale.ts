// npm run bench:scale [-- load|data|sizing] [--users=N] [--seconds=N] [--write]: what one replica of each target holds, and what a question costs by the size of the
// school. --write puts them into docs/bench-scale.md, each in its
// place, keeps them (scale/measured.json) and does the sums of docs/operate/sizing.md anew; `sizing` does those alone.
import { document, machine, today } from './document.ts'
import { data } from './scale/data.ts'
import { load } from './scale/load.ts'
import { sizings } from './scale/sizing.ts'

const given = process.argv.slice(2)
const names = given.filter((one) => !one.startsWith('--'))
const number = (name: string, usual: number) => Number(given.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
const users = number('users', 1_000_000)
/** Of each kind of work. */
const seconds = number('seconds', 6)

const write = document(
  'bench-scale.md',
  () => `# Figures of scale

Made by \`npm run bench:scale -- --write\`, last on ${today()}: ${machine()}, load generator and servers included. What follows from them for a
school is in [sizing.md](operate/sizing.md).`,
)
const writes = given.includes('--write')
const say = (part: string) => {
  console.log(part)
  if (writes) write(part)
}
if (names.length === 0 || names.includes('load')) for (const part of await load(seconds, writes)) say(part)
if (names.length === 0 || names.includes('data')) for await (const part of data(users, writes)) say(part)
// by hand stands what comes before the schools (docs/operate/sizing.md), ours are the sums
if (names.includes('sizing') || (writes && names.length === 0)) {
  const page = document('operate/sizing.md', (before) => before)
  for (const part of sizings()) {
    console.log(part)
    if (writes) page(part)
  }
}
process.exit(0)
