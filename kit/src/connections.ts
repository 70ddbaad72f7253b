// Connections to PostgreSQL that save their round trips: what is asked again is prepared once per connection, what need not wait for an
// answer is sent at once, and a transaction of Prisma's lends its connection to SQL by hand.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { type Database, plain, type TransactionOptions, type Tx } from './db.ts'

/** Texts that this process has asked, and the name of those that came again. */
const asked = new Map<string, { times: number; name?: string }>()
const mostTexts = 2000
const mostNamed = 300
/** Of one process; each costs its connections some memory. */
let named = 0
/** A new column changes what they answer, which a prepared statement refuses for good. */
const open = /^\s*(with\b.*)?select\s+\*|returning\s+\*/is

function nameOf(text: string): string | undefined {
  let known = asked.get(text)
  if (!known) {
    if (asked.size >= mostTexts) for (const [old, { name }] of asked) if (!name) asked.delete(old)
    asked.set(text, (known = { times: 0 }))
  }
  if (known.name === undefined && ++known.times > 3 && named < mostNamed && text.length < 10_000 && !open.test(text))
    known.name = `l${++named}`
  return known.name
}

type Asked = { client?: Session; eager: boolean }
const opening = new AsyncLocalStorage<Asked>()

class Session extends pg.Client {
  /** The transaction about to begin starts with a read: its `begin` need not be waited for. */
  eager = false
  private held = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // a connection that breaks says so to whoever asks it something; said to nobody it would end the process
    this.on('error', () => {})
  }

  private get stream() {
    return (this as unknown as { connection: { stream: Duplex } }).connection.stream
  }

  /** What is asked in one turn of the event loop leaves in one piece: writing to a socket is what a short query costs most. */
  private hold() {
    const { stream } = this
    if (this.held || typeof stream.cork !== 'function') return
    this.held = true
    stream.cork()
    process.nextTick(() => {
      this.held = false
      stream.uncork()
    })
  }

  // pg's own has seven shapes; they end in these three
  override query(config: any, values?: any, callback?: any): any {
    this.hold()
    if (typeof config?.submit === 'function') return super.query(config, values, callback)
    const given: pg.QueryConfig = typeof config === 'string' ? { text: config, ...(Array.isArray(values) && { values }) } : config
    const done = typeof values === 'function' ? values : callback
    if (this.eager && /^begin$/i.test(given.text)) {
      this.eager = false
      // only a connection that breaks refuses to begin; so that nothing goes on without a transaction, it is broken for whatever reason
      super.query(given).catch(() => this.stream.destroy())
      return Promise.resolve({ rows: [], fields: [], rowCount: 0, command: 'BEGIN' })
    }
    const name = given.name ?? (given.values && given.values.length > 0 ? nameOf(given.text) : undefined)
    const query = name === undefined ? given : Object.assign(given, { name })
    return done ? super.query(query as never, done) : super.query(query)
  }
}

class Pool extends pg.Pool {
  override connect(callback?: any): any {
    const store = opening.getStore()
    if (callback || !store || store.client) return super.connect(callback)
    return super.connect().then((client) => {
      store.client = client as unknown as Session
      store.client.eager = store.eager
      return client
    })
  }
}

export function openPool(url: string, { max = 10 } = {}): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    Client: Session as never,
    pipeline: true,
  } as pg.PoolConfig)
  // an idle connection that the server closes is replaced at the next query; without a listener it would end the process
  pool.on('error', () => {})
  return pool
}

const hands = new WeakMap<Tx, Tx>()
/** The same transaction without Prisma in between, for SQL by hand; `tx` itself where there is no other way. */
export const byHand = (tx: Tx): Tx => hands.get(tx) ?? tx

/**
 * A transaction of Prisma's and its connection for SQL by hand. `eager`: its first statement is a read, so its beginning need not be waited
 * for. `last` is sent with the commit without being waited for: when
 * it fails, the transaction has not happened and this throws.
 */
export async function transact<T extends Tx, R>(
  db: Database<T>,
  work: (tx: T, hand: Tx, last: (write: () => Promise<unknown>) => Promise<void>) => Promise<R>,
  { eager = false, ...options }: TransactionOptions & { eager?: boolean } = {},
): Promise<R> {
  const store: Asked = { eager }
  let lastWrite: Promise<unknown> | undefined
  const value = await opening.run(store, () =>
    db.$transaction(async (tx) => {
      const hand = store.client ? plain(store.client) : tx
      if (store.client) hands.set(tx, hand)
      return await work(tx, hand, async (write) => {
        lastWrite = write()
        lastWrite.catch(() => {}) // heard below
        if (!store.client) await lastWrite
      })
    }, options),
  )
  await lastWrite
  return value
}
