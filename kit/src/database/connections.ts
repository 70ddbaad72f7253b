// Connections to PostgreSQL that save work: statements that come again are prepared once per connection, and short reads of calls that
// are under way share a connection.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { holdWrites, isDatabaseDown, plain, readableTypes, type Tx } from './database.ts'
import { lentConnection } from './lending.ts'

/** Statements of this process, by text: their number of uses, and the name of a prepared one. */
const statements = new Map<string, { times: number; name?: string }>()
const maxTexts = 2000
const maxNamed = 300
/** Number of prepared statements of this process; each costs its connections some memory. */
let namedCount = 0
/** Statements whose result changes with a new column, after which a prepared one fails for ever. */
const selectsAllColumns = /^\s*(with\b.*)?select\s+\*|returning\s+\*/is
/** Whether a statement is prepared once it has come some times. */
export const isPrepared = (text: string): boolean =>
  !text.startsWith(plannedByValues) && text.length < 10_000 && !selectsAllColumns.test(text)
/** Put before a search whose best plan depends on what is looked for: the plan of a prepared statement is made for any value. */
export const plannedByValues = '/* planned by its values */ '

function nameOf(text: string): string | undefined {
  if (text.startsWith(plannedByValues)) return undefined
  let statement = statements.get(text)
  if (!statement) {
    if (statements.size >= maxTexts) for (const [old, { name }] of statements) if (!name) statements.delete(old)
    statements.set(text, (statement = { times: 0 }))
  }
  if (statement.name === undefined && ++statement.times > 3 && namedCount < maxNamed && isPrepared(text))
    statement.name = `l${++namedCount}`
  return statement.name
}

class Session extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // a broken connection rejects its queries; without a listener its error would end the process
    this.on('error', () => {})
  }

  // pg's own has seven shapes; they end in these three
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config?.submit === 'function') return super.query(config, values, callback)
    const statement: pg.QueryConfig = typeof config === 'string' ? { text: config, ...(Array.isArray(values) && { values }) } : config
    const done = typeof values === 'function' ? values : callback
    const name = statement.name ?? (statement.values && statement.values.length > 0 ? nameOf(statement.text) : undefined)
    if (statement.types) statement.types = readableTypes(statement.types)
    const query = name === undefined ? statement : Object.assign(statement, { name })
    return done ? super.query(query as never, done) : super.query(query)
  }
}

class Pool extends pg.Pool {
  override connect(callback?: any): any {
    const lent = callback ? undefined : lentConnection()
    return lent ? Promise.resolve(lent) : super.connect(callback)
  }
}

/** Milliseconds: `connectTimeout` that a query waits for a connection, `idle` until one that nobody uses is closed. */
export function openPool(url: string, { max = 10, connectTimeout = 5000, idle = 60_000 } = {}): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: idle,
    keepAlive: true,
    Client: Session as never,
    pipeline: true,
  } as pg.PoolConfig)
  // an idle connection that the server closes is replaced at the next query; without a listener it would end the process
  pool.on('error', () => {})
  return pool
}

/** Of a start: the same again while no connection is to be had, at most twelve times: services that start together on a busy machine keep each
 *  other from one for longer than a call waits. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 12 || !isDatabaseDown(error)) throw error
      await sleep(Math.min(5000, 50 * 2 ** tries))
    }
}

const shared = new WeakMap<pg.Pool, Tx>()
const background = new WeakMap<pg.Pool, Queries>()
/** The method of a pool that sends one statement. */
export type Queries = Pick<pg.Pool, 'query'>
/**
 * Short reads of calls that are under way at the same time share one connection of the pool: none waits for a free one, and answers of several
 * arrive in one piece. PostgreSQL answers them in their order, so nothing slow belongs here.
 */
export function sharedReads(pool: pg.Pool): Tx {
  let reads = shared.get(pool)
  if (!reads) shared.set(pool, (reads = plain(sharing(pool) as pg.Pool)))
  return reads
}

/**
 * The statements that a service repeats while nobody calls it (due jobs, new facts, gauges) share a connection as well, apart from that of calls:
 * a service at rest holds one. None of them waits for a lock.
 */
export function backgroundQueries(pool: pg.Pool): Queries {
  let queries = background.get(pool)
  if (!queries) background.set(pool, (queries = sharing(pool)))
  return queries
}

function sharing(pool: pg.Pool): Queries {
  let current: { client: Promise<pg.PoolClient>; users: number } | undefined
  const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    const lease = (current ??= { client: pool.connect(), users: 0 })
    lease.users++
    try {
      const client = await lease.client
      holdWrites(client)
      return await client.query(text, values)
    } catch (error) {
      // the connection may be broken: no further read joins it, and the pool checks it on release
      if (current === lease) current = undefined
      throw error
    } finally {
      if (--lease.users === 0) {
        if (current === lease) current = undefined
        lease.client.then(
          (client) => client.release(),
          () => {},
        )
      }
    }
  }
  return { query: query as pg.Pool['query'] }
}
