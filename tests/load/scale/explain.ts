// PostgreSQL's own account of a piece of work: auto_explain sends each statement's plan, as it was really run, as a notice.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Over all statements: pages of tables and indexes read, rows read from them, and the number of statements. */
export type Touched = { pages: number; rows: number; statements: number; heaviest: string }

type Node = Record<string, unknown> & { Plans?: Node[] }
let heard: ((text: string) => void) | undefined

// the pools are the services' own: notices are collected where all their connections emit them
const emit = pg.Client.prototype.emit
pg.Client.prototype.emit = function (this: pg.Client, name: string, ...rest: never[]) {
  if (name === 'notice' && heard) heard((rest as { message?: string }[])[0]?.message ?? '')
  return emit.call(this, name as never, ...rest)
} as typeof emit

export async function touched(admin: pg.Client, work: () => Promise<unknown>): Promise<Touched> {
  const told: Touched = { pages: 0, rows: 0, statements: 0, heaviest: '' }
  let most = -1
  heard = (text) => {
    const at = text.indexOf('{')
    if (!text.startsWith('duration:') || at < 0) return
    const { 'Query Text': query, Plan: plan } = JSON.parse(text.slice(at)) as { 'Query Text': string; Plan: Node }
    const pages = Number(plan['Shared Hit Blocks'] ?? 0) + Number(plan['Shared Read Blocks'] ?? 0)
    told.pages += pages
    told.rows += rowsRead(plan)
    told.statements++
    if (pages > most) [most, told.heaviest] = [pages, query]
  }
  try {
    await setting(admin, '0')
    await work()
  } finally {
    await setting(admin, '-1')
    heard = undefined
  }
  return told
}

/** Changes the setting of every server process from its next statement on. */
async function setting(admin: pg.Client, ms: string) {
  await admin.query(`alter system set auto_explain.log_min_duration = ${ms === '-1' ? "'-1'" : ms}`)
  await admin.query('select pg_reload_conf()')
  await sleep(300)
}

function rowsRead(node: Node): number {
  const loops = Number(node['Actual Loops'] ?? 1)
  const own =
    /Scan/.test(String(node['Node Type'])) && node['Relation Name']
      ? Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0)
      : 0
  return Math.round(own * loops) + (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0)
}
