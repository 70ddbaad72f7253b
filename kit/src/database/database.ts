// The database of one service: SQL by run, rows and one, transactions, and Prisma's models over the same connections.
import type { Writable } from 'node:stream'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { modelsOver } from './lending.ts'
import { readableDay, readableTime } from './stored-times.ts'

/** The methods that kit uses of a Prisma client or transaction; any of them fits. Values are bound, never spliced into the text. */
export type Tx = {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>
}
/** Milliseconds until a transaction is rolled back. */
export type TransactionOptions = { timeout?: number }
const defaultTimeout = 5000
/** Sends a write with the commit, which does not wait for it: when it fails, the transaction has not happened and throws its error. */
export type Last = (write: () => Promise<unknown>) => void
export type Database<T extends Tx = Tx> = Tx & {
  $transaction<R>(work: (tx: T, last: Last) => Promise<R>, options?: TransactionOptions): Promise<R>
  $disconnect(): Promise<void>
}

/**
 * Plain SQL: `rows` returns every row, `one` the first or undefined, `run` the number of rows written (or locked). Values are bound to $1, $2, …;
 * the text never contains input. SQL or Prisma: docs/decisions/0028-sql-or-prisma.md. Types of rows: sql-row.ts. Errors are those of the driver.
 *
 * PostgreSQL gives a parameter the type of the column beside it (`id = $1`, `id = any($1)`, `values ($1)`, `set name = $1`, `limit $1`). A cast is
 * needed only where no column stands there: an argument of a function or of unnest, a select list (also that of insert … select), beside another
 * parameter or a literal (`$1 is null`, `$1 - interval '2 days'`), and where one parameter is compared with columns of two types.
 */
export const rows = <T>(tx: Tx, sql: string, ...values: unknown[]): Promise<T[]> => tx.$queryRawUnsafe<T[]>(sql, ...values)
export const one = async <T>(tx: Tx, sql: string, ...values: unknown[]): Promise<T | undefined> => (await rows<T>(tx, sql, ...values))[0]
export const run = (tx: Tx, sql: string, ...values: unknown[]): Promise<number> => tx.$executeRawUnsafe(sql, ...values)

/** The same two methods over a client or pool of pg. */
export const plain = (client: Pick<pg.Pool | pg.ClientBase, 'query'>): Tx => ({
  $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows as T,
  $executeRawUnsafe: async (sql, ...values) => (await client.query(sql, values)).rowCount ?? 0,
})

/**
 * The database of one service: its plain SQL goes to the pool itself, also within transactions; `prisma` has its models, in a transaction over the same
 * connection. Without `prisma` there are none. `timeout`: milliseconds of a transaction that names none; 0: as long as it takes.
 */
export function databaseOver<T extends Tx>(pool: pg.Pool, prisma?: Database<T>, timeout = defaultTimeout): Database<T> {
  const own: Database<T> = {
    ...plain(pool),
    $transaction: (work, options) => transaction(pool, prisma, work, options?.timeout ?? timeout),
    $disconnect: async () => await prisma?.$disconnect(),
  }
  return prisma ? withModels(own, (name) => prisma[name as keyof typeof prisma]) : own
}
/** For work in plain SQL throughout: consumers, the bus, jobs. */
export const plainDatabase = (pool: pg.Pool): Database => databaseOver(pool, undefined, 0)

/** `own` with every other property from `model`. */
const withModels = <D extends object>(own: D, model: (name: string) => unknown): D =>
  new Proxy(own, {
    get: (_, name) => (name in own ? own[name as keyof D] : typeof name === 'string' && name !== 'then' ? model(name) : undefined),
  })

/** Milliseconds for which the answer to a commit is waited for: cut sooner, something would count as not done that is. */
const commitTimeout = 30_000
const cutOff = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

/**
 * `begin` is not waited for: the first statements leave in one piece with it, and so do the last write and `commit`. Throws, with nothing written, what
 * `work` throws, and the error of a statement after which `work` went on; ETIMEDOUT beyond its time, or where a commit is not answered, which alone may
 * have happened.
 */
async function transaction<T extends Tx, R>(
  pool: pg.Pool,
  prisma: Database<T> | undefined,
  work: (tx: T, last: Last) => Promise<R>,
  timeout: number,
): Promise<R> {
  const client = await pool.connect()
  let isOpen = true
  let isReleased = false
  let cut: Error | undefined
  let failed: unknown
  let timer: NodeJS.Timeout | undefined
  const release = (error?: Error) => {
    clearTimeout(timer)
    if (!isReleased) client.release(error)
    isReleased = true
  }
  const cutAfter = (ms: number, error: Error) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      cut = error
      // pg itself would wait for the answer of the statement under way, and the server would go on with it and hold its locks
      streamOf(client).destroy()
      release(error)
      pool.query('select pg_terminate_backend($1)', [(client as { processID?: number }).processID]).catch(() => {})
    }, ms)
  }
  const send = (text: string | pg.QueryConfig, values?: unknown[]) => {
    if (cut) throw cut
    holdWrites(client, process.nextTick)
    const answer = client.query(text as string, values)
    answer.catch((error) => (failed ??= error))
    return answer
  }
  const query = (text: string | pg.QueryConfig, values?: unknown[]) => {
    if (!isOpen && !cut) throw new Error('Transaction already closed')
    return send(text, values)
  }
  const sql = plain({ query: query as pg.PoolClient['query'] })
  const models = prisma && modelsOver(prisma as never, query as pg.PoolClient['query'], timeout || defaultTimeout)
  let lastWrite: Promise<unknown> | undefined
  try {
    if (timeout > 0) cutAfter(timeout, cutOff(`expired transaction: it took more than ${timeout} ms`))
    const begun = send('begin')
    const value = await work((models ? withModels(sql, models.model) : sql) as T, (write) => {
      lastWrite = write()
      lastWrite.catch(() => {}) // awaited below
    })
    await models?.end()
    const committed = send('commit')
    isOpen = false
    cutAfter(commitTimeout, cutOff(`a commit was not answered within ${commitTimeout} ms: it may have happened`))
    await begun
    const { command } = await committed
    release()
    await lastWrite
    if (command !== 'COMMIT') throw failed ?? new Error('a transaction was rolled back')
    return value
  } catch (error) {
    isOpen = false
    models?.abort(error)
    // a connection that cannot even roll back is thrown away
    if (!isReleased)
      await client.query('rollback').then(
        () => release(),
        (broken) => release(broken),
      )
    throw cut ?? error
  }
}

const streamOf = (client: pg.PoolClient): Writable => (client as unknown as { connection: { stream: Writable } }).connection.stream

/** Statements until the next turn, or what runs `soon`, leave in one piece: each alone would wake the server's process, which costs both more than a short read. */
export function holdWrites(client: pg.PoolClient, soon: (then: () => void) => unknown = setImmediate): void {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  soon(() => stream.uncork())
}

export type Adapter = PrismaPg
export const adapterOver = (pool: pg.Pool): Adapter => new PrismaPg(pool, { disposeExternalPool: false })

/**
 * Makes the database when it is missing. `url` is the service's own; the server's `postgres` database is used to make it. Texts are normalised,
 * which PostgreSQL does in UTF-8 alone: in a server of the encoding SQL_ASCII (locale C) only template0 may be copied, and a database of another encoding is refused.
 */
export async function ensureDatabase(url: string): Promise<void> {
  const server = new URL(url)
  const name = decodeURIComponent(server.pathname.slice(1))
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const sql = 'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = $1'
    const existing = (await client.query<{ encoding: string }>(sql, [name])).rows[0]
    if (existing && existing.encoding !== 'UTF8')
      throw new ConfigError(`the database ${name} has the encoding ${existing.encoding}: make it anew with UTF8, from template0`)
    if (!existing)
      await client.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`).catch(ignoreExisting)
  } finally {
    await client.end()
  }
}
const ignoreExisting = (error: { code?: string }) => {
  if (error.code !== '42P04' && error.code !== '23505') throw error // another process made it in the meantime
}

// as Prisma sends them: the day of a Date is its day in UTC, wherever this process runs
pg.defaults.parseInputDatesAsUTC = true

const { DATE, TIMESTAMPTZ } = pg.types.builtins
const parseTime = pg.types.getTypeParser(TIMESTAMPTZ)
pg.types.setTypeParser(TIMESTAMPTZ, (text) => parseTime(readableTime(text)))
// a date has no time of day: its midnight in UTC, as Prisma answers it, wherever this process runs
pg.types.setTypeParser(DATE, (text) => new Date(`${readableDay(text)}T00:00:00Z`))

/** The parsers of a query of Prisma's, which brings its own, with times that it can read. */
export const readableTypes = (types: pg.CustomTypesConfig): pg.CustomTypesConfig => ({
  getTypeParser: ((type: number, format?: 'text') => {
    const parse = types.getTypeParser(type, format)
    const readable = type === TIMESTAMPTZ ? readableTime : type === DATE ? readableDay : undefined
    return readable ? (text: string) => parse(readable(text)) : parse
  }) as pg.CustomTypesConfig['getTypeParser'],
})

const downCodes = new Set([
  // PostgreSQL: connection exceptions, shut down, crashed, starting, too many connections
  ...['08000', '08003', '08006', '57P01', '57P02', '57P03', '53300'],
  // the system
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  // Prisma, and its adapter before Prisma has given it a code
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
])

/** PostgreSQL or its driver cannot be reached: not the caller's fault and soon over. */
export const isDatabaseDown = (error: unknown): boolean => {
  const {
    code = '',
    message = '',
    syscall = '',
    cause,
  } = (error ?? {}) as { code?: string; message?: string; syscall?: string; cause?: Cause }
  return (
    (code === 'ENOENT' && syscall === 'connect') || // its socket is gone
    [code, cause?.kind, cause?.originalCode].some((one) => one !== undefined && downCodes.has(one)) ||
    // Prisma's error for a failed plain query has a code of its own, and PostgreSQL's in the text
    /Connection terminated|is not queryable|^timeout expired$|connect (ECONNREFUSED|ENOENT)|timeout exceeded when trying to connect|server (has )?closed the connection|Can't reach database|Code: `(57P0[123]|53300)`/i.test(
      message,
    )
  )
}
type Cause = { kind?: string; originalCode?: string }
/** A deadlock or serialisation failure between two transactions: the same work may be tried again. */
export const isTransient = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return ['40001', '40P01', 'P2034'].includes(code) || /40001|40P01|deadlock detected/.test(message)
}
