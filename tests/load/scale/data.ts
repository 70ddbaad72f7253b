// Query cost by the amount of data: the same calls over schools of several sizes, and the ones whose cost rises steeply.
import type { Client } from 'pg'
import { mib, ms, percentile } from '../figures.ts'
import { type Touched, touched } from './explain.ts'
import { fill } from './fill.ts'
import { makeDatabases, names, type Server, startServer, startServices } from './ground.ts'
import { keep } from './measured.ts'
import { type MeasuredQuery, measuredQueries } from './queries.ts'
import { sizesOf } from './school.ts'

type Seen = Touched & { p50: number; p99: number; grows?: string }
/** A cost rises steeply when it exceeds so many times the one with the smallest school. */
const bend = 2

/**
 * Yields the text so far after each school, so that a run that is cut off has reported its figures. `write`: the sizes of rows are kept for
 * sizing.ts.
 */
export async function* data(largest: number, write: boolean): AsyncGenerator<string> {
  const schools = [...new Set([1000, largest / 10, largest])].filter((students) => students >= 1000).sort((a, b) => a - b)
  const server = await startServer()
  try {
    const seen = new Map<string, Seen[]>()
    const filled: string[] = []
    for (const [nth, students] of schools.entries()) {
      const began = performance.now()
      const { measured, rows } = await one(server, students)
      for (const [name, what] of measured) seen.set(name, [...(seen.get(name) ?? []), what])
      filled.push(`${students.toLocaleString('en')}: ${Math.round((performance.now() - began) / 1000)} s`)
      if (write) keep({ bytes: Object.fromEntries(rows.map(({ name, each }) => [name, Math.round(each)])) })
      yield tableOf(schools.slice(0, nth + 1), seen, filled)
      yield ['## Bytes of a row, with its indexes', '', '| table | rows | bytes each |', '|---|---|---|', ...rows.map(lineOf), ''].join(
        '\n',
      )
    }
  } finally {
    await server.stop()
  }
}

async function one(server: Server, students: number) {
  const tag = `s${students}`
  const sizes = sizesOf(students)
  const db = await makeDatabases(server, tag)
  const rows: RowSize[] = []
  try {
    await fill(db, sizes)
    await server.admin.query('checkpoint')
    for (const name of names) rows.push(...(await rowSizes(name, db[name])))
    const services = await startServices(server, tag)
    const measured: [string, Seen][] = []
    const questions = await measuredQueries(services, server, tag, sizes)
    for (const question of questions) measured.push([question.name, await measure(server, question)])
    for (const { done } of questions) await done?.()
    await services.stop()
    return { measured, rows }
  } finally {
    for (const name of names) {
      await db[name].end()
      await server.admin.query(`drop database ${name}_${tag} with (force)`)
    }
  }
}

/** A few calls as warm-up (a repeated statement is prepared), then at most two hundred or three seconds of them. */
async function measure({ admin }: Server, { ask, grows }: MeasuredQuery): Promise<Seen> {
  for (let nth = 0; nth < 8; nth++) await ask()
  const took: number[] = []
  for (const end = Date.now() + 3000; took.length < 10 || (took.length < 200 && Date.now() < end); ) {
    const began = performance.now()
    await ask()
    took.push(performance.now() - began)
  }
  const of = 5
  const all = await touched(admin, async () => {
    for (let nth = 0; nth < of; nth++) await ask()
  })
  return {
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    pages: all.pages / of,
    rows: all.rows / of,
    statements: all.statements / of,
    heaviest: all.heaviest,
    ...(grows && { grows }),
  }
}

type RowSize = { name: string; n: number; bytes: number; each: number }
const lineOf = ({ name, n, bytes, each }: RowSize) =>
  `| ${name} | ${Math.round(n).toLocaleString('en')} | ${Math.round(each)} (${mib(bytes)}) |`
async function rowSizes(service: string, db: Client): Promise<RowSize[]> {
  const { rows } = await db.query<Omit<RowSize, 'each'>>(
    `select oid::regclass::text as name, reltuples::float8 as n, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('public', 'kit', 'mirror')) and reltuples >= 1000 order by bytes desc`,
  )
  return rows.map((one) => ({ ...one, name: `${service}: ${one.name}`, each: one.bytes / one.n }))
}

function tableOf(schools: number[], seen: Map<string, Seen[]>, filled: string[]): string {
  const heads = schools.map((students) => `${students.toLocaleString('en')} students`)
  const count = (value: number) => Math.round(value).toLocaleString('en')
  const lines = [...seen].map(([name, sizes]) => {
    const [first, last] = [sizes[0]!, sizes.at(-1)!]
    const slower = last.p50 / first.p50
    const more = last.rows / Math.max(1, first.rows)
    const bends = (more > bend && last.rows - first.rows > 1000) || (slower > bend && last.p50 - first.p50 > 2)
    const cells = sizes.map(({ p50, p99, pages, rows }) => `${ms(p50)} / ${ms(p99)}, ${count(pages)} p, ${count(rows)} r`)
    return `| ${name} | ${cells.join(' | ')} | ${slower.toFixed(1)} × time, ${more.toFixed(1)} × rows${bends ? ' **bends**' : ''} |`
  })
  if (process.env.SCALE_HEAVIEST)
    for (const [name, sizes] of seen) console.error(name, sizes.at(-1)?.pages, sizes.at(-1)?.heaviest.replace(/\s+/g, ' '))
  return [
    '## Cost of a query by the size of the school',
    '',
    `| question | ${heads.join(' | ')} | largest : smallest |`,
    `|---|${heads.map(() => '---').join('|')}|---|`,
    ...lines,
    '',
    `p50 / p99 of the whole call in its service, one at a time; p: pages of 8 KiB accessed (in memory or not), r: rows read, by PostgreSQL's statistics of every statement of the call. A query bends when its time (by more than 2 ms) or its rows (by more than a thousand) grow more than ${bend} × with the school. Pages alone are a weaker sign: a small table is read whole, a large one by its index, one to four pages for each row. Filled and queried in ${filled.join(', ')}.`,
    '',
    ...[...seen].flatMap(([name, [first]]) => (first?.grows ? [`- ${name}: ${first.grows}`] : [])),
    `- Where the rows are constant and only the time grows, memory is the reason: the largest school does not fit into PostgreSQL's, and its indexes have more levels.`,
    '',
  ].join('\n')
}
