// Search through all that an instance has stored: every text of every row of every database, those inside JSON too.
import pg from 'pg'
import type { Instance } from './instance.ts'

/** A text and its place: service, table, column, and names inside JSON. */
export type Stored = { place: string; text: string }

export async function storedWith(at: Instance, needle: string): Promise<Stored[]> {
  const found: Stored[] = []
  for (const [service, connectionString] of Object.entries(at.databases)) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      )
      for (const { name } of tables) {
        const { rows } = await client.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t where strpos(t::text, $1) > 0`, [
          needle,
        ])
        for (const { row } of rows) found.push(...textsIn(row, `${service}.${name}`).filter(({ text }) => text.includes(needle)))
      }
    } finally {
      await client.end()
    }
  }
  return found
}

function textsIn(value: unknown, place: string): Stored[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${place}.${Array.isArray(value) ? '' : name}`))
  if (typeof value !== 'string') return []
  const inside = /^[[{]/.test(value) ? parsed(value) : undefined
  return inside === undefined ? [{ place, text: value }] : textsIn(inside, place)
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
