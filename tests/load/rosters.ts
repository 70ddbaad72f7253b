// A school's register as files: checked, applied, until the mirrors have it, and the same files again; another person's page meanwhile.
import pg from 'pg'
import { makeSchool, type Person } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms, percentile } from './figures.ts'

/** Those of a large university; `npm run bench -- rosters --people=20000` for fewer. */
const people = Number(process.argv.find((one) => one.startsWith('--people='))?.slice('--people='.length) ?? 100_000)
const courses = people / 50
/** Enrolments of each person. */
const each = 3
/** Seconds, for this many; and what another call may take more meanwhile. */
const aims = { check: 60, apply: 300, mirrors: 180, again: 30, slower: 1.5 }
/** Milliseconds between two looks at a run, and between two calls of the other person. */
const between = 250

const lines = (head: string, count: number, line: (nth: number) => string) =>
  Buffer.from(`${head}\n${Array.from({ length: count }, (_, nth) => line(nth)).join('\n')}\n`)
const files = () => ({
  courses: lines('id,name,course_code', courses, (nth) => `C${nth},Course ${nth},K${nth}`),
  people: lines('id,user_no,name,email,roles', people, (nth) => `P${nth},${100_000 + nth},Person ${nth},p${nth}@reg.example.edu,student`),
  enrolments: lines('id,course,person,role', people * each, (nth) => {
    const person = Math.floor(nth / each)
    return `E${nth},C${(person * 7 + (nth % each) * 13) % courses},P${person},student`
  }),
})
type Kind = keyof ReturnType<typeof files>
type Run = { seconds: number; counts: { made: number; same: number; refused: number }; id: string; version: number }

export async function rosters(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const [admin, teacher] = [await school.signIn('admin'), await school.signIn('teacher')]
  const other = await during(teacher, () => new Promise((resolve) => setTimeout(resolve, 10_000)))
  const plain = await insertAlone(product)
  const spent: Record<'check' | 'apply' | 'again', number> = { check: 0, apply: 0, again: 0 }
  const busy: number[] = []
  const all = files()
  for (const kind of Object.keys(all) as Kind[]) {
    const calls = await during(teacher, async () => {
      const checked = await check(admin, kind, all[kind])
      if (checked.counts.refused > 0) throw new Error(`${checked.counts.refused} lines of ${kind} are refused`)
      spent.check += checked.seconds
      spent.apply += await apply(admin, checked)
    })
    busy.push(...calls)
  }
  const mirrored = await mirrors(product, school.id)
  for (const kind of Object.keys(all) as Kind[]) {
    const again = await check(admin, kind, all[kind])
    if (again.counts.made > 0) throw new Error(`${again.counts.made} lines of ${kind} are not the same again`)
    spent.again += again.seconds
  }
  const figure = (name: string, seconds: number, aim: number): Figure => ({
    name,
    value: `${seconds.toFixed(1)} s`,
    baseline: `rows of ${people.toLocaleString('en')} people by ${people / 500} bare statements ${plain.toFixed(1)} s`,
    ratio: seconds / plain,
    aim: `${aim} s`,
    met: seconds <= aim,
  })
  const [quiet, slow] = [percentile(other, 0.95), percentile(busy, 0.95)]
  const rows = `${people.toLocaleString('en')} people, ${(people * each).toLocaleString('en')} enrolments, ${courses.toLocaleString('en')} courses`
  return [
    figure(`check of ${rows}`, spent.check, aims.check),
    figure('first apply', spent.apply, aims.apply),
    figure('until every mirror has them, after it', mirrored, aims.mirrors),
    figure('check of the same files again', spent.again, aims.again),
    {
      name: 'the courses of a teacher meanwhile',
      value: `p95 ${ms(slow)}`,
      baseline: `with nothing beside p95 ${ms(quiet)}`,
      ratio: slow / quiet,
      aim: `${aims.slower} ×`,
      met: slow <= aims.slower * quiet,
    },
  ]
}

async function check(admin: Person, kind: Kind, bytes: Buffer<ArrayBuffer>): Promise<Run> {
  const upload = await send(admin, `${kind}.csv`, bytes)
  const began = performance.now()
  const { id } = await admin.call('POST /api/data-import', { body: { kind, mode: 'whole', upload_ids: [upload.id] } })
  const run = await ended(admin, id)
  const sum = (of: 'made' | 'same' | 'refused') => run.counts.reduce((all, counts) => all + counts[of], 0)
  return {
    seconds: (performance.now() - began) / 1000,
    counts: { made: sum('made'), same: sum('same'), refused: sum('refused') },
    id,
    version: run.version,
  }
}

/** Seconds. */
async function apply(admin: Person, { id, version }: Run): Promise<number> {
  const began = performance.now()
  await admin.call('POST /api/data-import/:id/apply', { params: { id }, body: { version } })
  await ended(admin, id)
  return (performance.now() - began) / 1000
}

/** The run, once nothing is done with it any more. */
async function ended(admin: Person, id: string) {
  for (;;) {
    const run = await admin.call('GET /api/data-import/:id', { params: { id } })
    if (run.state === 'failed') throw new Error(`the import failed: ${JSON.stringify(run.error)}`)
    if (run.state !== 'checking' && run.state !== 'applying') return run
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}

/** Seconds until the last mirror has as many people and members as there are. */
async function mirrors(product: Product, org: string): Promise<number> {
  const began = performance.now()
  for (const [name, url] of Object.entries(product.databases)) {
    const client = new pg.Client(url)
    await client.connect()
    try {
      const { rows } = await client.query(
        `select to_regclass('mirror.persons') is not null as people, to_regclass('mirror.members') is not null as members`,
      )
      const wanted: [string, number][] = [
        ...(rows[0].people && name !== 'identity' ? [['persons', people] as [string, number]] : []),
        ...(rows[0].members && name !== 'course' ? [['members', people * each] as [string, number]] : []),
      ]
      for (const [table, count] of wanted)
        while (Number((await client.query(`select count(*) from mirror.${table} where org_id = $1`, [org])).rows[0].count) < count)
          await new Promise((resolve) => setTimeout(resolve, between))
    } finally {
      await client.end()
    }
  }
  return (performance.now() - began) / 1000
}

/** Seconds for which PostgreSQL alone takes in rows as wide as people, by 500. */
async function insertAlone(product: Product): Promise<number> {
  const client = new pg.Client(product.databases.identity)
  await client.connect()
  try {
    await client.query('create temp table bare (id uuid primary key, org_id uuid, user_no text, name text, email text, version bigint)')
    const began = performance.now()
    for (let from = 0; from < people; from += 500)
      await client.query(
        `insert into bare select gen_random_uuid(), gen_random_uuid(), n::text, 'Person ' || n, 'p' || n || '@example.edu', 1
         from generate_series($1::int, $1::int + 499) n`,
        [from],
      )
    return (performance.now() - began) / 1000
  } finally {
    await client.end()
  }
}

/** Milliseconds of each call of another person while the work goes on. */
async function during(person: Person, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  let goesOn = true
  const calls = (async () => {
    while (goesOn) {
      const began = performance.now()
      await person.call('GET /api/my-courses', { query: {} })
      taken.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, between))
    }
  })()
  try {
    await work()
  } finally {
    goesOn = false
    await calls
  }
  return taken
}
