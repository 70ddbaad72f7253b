// npm run bench [-- name …] [--way=one|servers] [--write]: prints ratios against baselines of the same run; --write puts them into docs/bench.md, each in its place.
import { type Product, startProduct, type Way } from '../flows/start.ts'
import { actions } from './actions.ts'
import { starts } from './begin.ts'
import { banks } from './banks.ts'
import { calendar } from './calendar.ts'
import { classes } from './class.ts'
import { contentList } from './content-list.ts'
import { contentPage } from './content-page.ts'
import { copies } from './copies.ts'
import { document } from './document.ts'
import { exams } from './exams.ts'
import { facts } from './facts.ts'
import { type Figure, table } from './figures.ts'
import { gradebook } from './gradebook.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { packages } from './packages.ts'
import { pageHtml } from './page-html.ts'
import { signIns } from './people.ts'
import { read } from './read.ts'
import { rosters } from './rosters.ts'
import { scores } from './scores.ts'
import { search } from './search.ts'
import { startPage } from './start-page.ts'
import { transcoding } from './transcoding.ts'
import { uploads } from './uploads.ts'

type Bench = { title: string; ways: Way[]; run(product: Product): Promise<Figure[]> }
const benches: Record<string, Bench> = {
  read: { title: 'A one-row read', ways: ['one', 'servers'], run: read },
  content: { title: "The course content page's data", ways: ['one'], run: contentPage },
  list: { title: 'The content list with prerequisites and personal times', ways: ['one'], run: contentList },
  members: { title: 'The members of a course', ways: ['one'], run: members },
  gradebook: { title: 'The gradebook', ways: ['one'], run: gradebook },
  scores: { title: 'Many scores at once', ways: ['one'], run: scores },
  rosters: { title: "A school's register as files", ways: ['one'], run: rosters },
  packages: { title: 'Packages of lessons', ways: ['one'], run: packages },
  exams: { title: 'An exam of a thousand students', ways: ['one'], run: exams },
  classes: { title: 'A class of four hundred', ways: ['one'], run: classes },
  copies: { title: 'The copy of a course', ways: ['one'], run: copies },
  banks: { title: 'The search of a question bank', ways: ['one'], run: banks },
  calendar: { title: 'The calendar', ways: ['one'], run: calendar },
  messages: { title: 'Notifications', ways: ['one'], run: messages },
  search: { title: 'The search', ways: ['one'], run: search },
  html: { title: 'The HTML of a course page', ways: ['one'], run: pageHtml },
  home: { title: 'The start page', ways: ['one'], run: startPage },
  facts: { title: 'Facts', ways: ['one', 'servers'], run: facts },
  actions: { title: 'User actions', ways: ['one', 'servers'], run: actions },
  uploads: { title: 'Upload of 1 GiB', ways: ['one', 'servers'], run: uploads },
  transcoding: { title: 'Transcoding', ways: ['one'], run: transcoding },
  'sign-in': { title: 'Sign-in', ways: ['one'], run: signIns },
}

const given = process.argv.slice(2)
const names = given.filter((one) => !one.startsWith('--'))
const onlyWay = given.find((one) => one.startsWith('--way='))?.slice('--way='.length)
const wanted = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name))
let missed = 0

const write = document(
  'bench.md',
  () => `# Figures

Made by \`npm run bench -- --write\`, load generator included.
Every figure has a baseline of the same run: only the ratio is comparable between machines.`,
)
const printTable = (title: string, figures: Figure[]) => {
  missed += figures.filter(({ met }) => met === false).length
  const text = table(title, figures)
  console.log(text)
  // at once: a run that is cut off has written its figures so far
  if (given.includes('--write')) write(text)
}

for (const way of ['one', 'servers'] as const) {
  const here = wanted.filter(([, { ways }]) => ways.includes(way) && (!onlyWay || onlyWay === way))
  if (here.length === 0) continue
  const product = await startProduct({ way, name: 'bench', env: { RATE_LIMIT: '0', LOG_LEVEL: 'error' } })
  try {
    for (const [, { title, run }] of here) printTable(`${title} — ${way === 'one' ? 'one process' : 'servers'}`, await run(product))
  } finally {
    await product.stop()
  }
}
if (names.length === 0 || names.includes('start')) printTable('Start and memory — one process', await starts())

console.log(missed === 0 ? 'every aim met' : `${missed} aims missed`)
process.exit(0)
