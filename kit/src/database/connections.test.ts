// Tests of connections and transactions.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backgroundQueries, openPool, patiently, plannedByValues, sharedReads } from './connections.ts'
import { one, plain, plainDatabase, type Tx } from './database.ts'
import { testDatabase } from '../test/test-database.ts'

let pool: pg.Pool
let url: string
beforeAll(async () => {
  url = await testDatabase('kit')
  pool = openPool(url, { max: 2 })
  await pool.query('create table notes (id int primary key, said text)')
})
afterAll(() => pool.end())
const notes = async () => (await pool.query('select id from notes order by id')).rows.map(({ id }) => id)
const note = (tx: Tx, id: number) => tx.$executeRawUnsafe('insert into notes values ($1::int, $2)', id, 'x')

test('statements of a transaction are written together or not at all', async () => {
  const db = plainDatabase(pool)
  await db.$transaction((tx) => Promise.all([note(tx, 1), note(tx, 2)]))
  expect(await notes()).toEqual([1, 2])
  const broken = db.$transaction(async (tx) => {
    await note(tx, 3)
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  expect(await notes()).toEqual([1, 2])
})

test('a last write that fails takes the whole transaction with it, and throws', async () => {
  const db = plainDatabase(pool)
  const failing = db.$transaction(async (tx, last) => {
    await note(tx, 5)
    last(() => note(tx, 1))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([1, 2])
  await db.$transaction(async (tx, last) => {
    await note(tx, 5)
    last(() => note(tx, 6))
  })
  expect(await notes()).toEqual([1, 2, 5, 6])
})

test('a statement behind the commit is refused', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  await plainDatabase(pool).$transaction(async (tx) => {
    late = ended.then(() => note(tx, 7))
    late.catch(() => {})
    await one(tx, 'select 1')
  })
  end()
  await expect(late).rejects.toThrow('closed')
  expect(await notes()).toEqual([1, 2, 5, 6])
})

test('a transaction that went on after a failed statement has written nothing, and throws its error', async () => {
  const unaware = plainDatabase(pool).$transaction(async (tx) => {
    await note(tx, 8)
    await note(tx, 1).catch(() => {})
  })
  await expect(unaware).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([1, 2, 5, 6])
})

test('a transaction beyond its time is rolled back; its statements afterwards fail, and so do those after its end', async () => {
  const db = plainDatabase(pool)
  let kept: Tx | undefined
  const slow = db.$transaction(
    async (tx) => {
      kept = tx
      await note(tx, 9)
      await one(tx, 'select pg_sleep(60)')
    },
    { timeout: 50 },
  )
  await expect(slow).rejects.toThrow('expired transaction')
  await expect(one(kept!, 'select 1')).rejects.toThrow('expired transaction')
  await db.$transaction(async (tx) => void (kept = tx))
  await expect(one(kept!, 'select 1')).rejects.toThrow('closed')
  expect(await notes()).toEqual([1, 2, 5, 6])
  // the statement that ends its backend may still be under way
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

test('a transaction and its first statements leave in one piece, and so do its last ones', async () => {
  let pieces = 0
  const [through, server] = await between((client) => {
    client.on('data', () => pieces++)
    client.pipe(reach()).pipe(client)
  })
  const counted = openPool(through, { max: 1 })
  await counted.query('select 1')
  pieces = 0
  await plainDatabase(counted).$transaction(async (tx, last) => {
    await Promise.all([one(tx, 'select 1'), one(tx, 'select 2')])
    last(() => one(tx, 'select 3'))
  })
  expect(pieces).toBe(2)
  await counted.end()
  server.close()
})

test('a statement that comes again is prepared; one that answers whatever columns there are never is, nor one that is planned by its values', async () => {
  const client = await pool.connect()
  const db = plain(client)
  for (let nth = 0; nth < 6; nth++) {
    await db.$queryRawUnsafe('select id from notes where id = $1', nth)
    await db.$queryRawUnsafe('select * from notes where id = $1', nth)
    await db.$queryRawUnsafe(`${plannedByValues}select id, 2 from notes where id = $1`, nth)
  }
  const prepared = (await client.query('select statement from pg_prepared_statements')).rows.map(({ statement }) => statement)
  expect(prepared).toContain('select id from notes where id = $1')
  expect(prepared).not.toContain('select * from notes where id = $1')
  expect(prepared).not.toContainEqual(expect.stringContaining('select id, 2'))
  await client.query('alter table notes add column more int')
  expect(await db.$queryRawUnsafe('select * from notes where id = $1', 1)).toMatchObject([{ id: 1, more: null }])
  client.release()
})

test('a connection that is cut in a transaction fails it, and the next one works', async () => {
  const cut = plainDatabase(pool).$transaction(async (tx) => {
    await one(tx, 'select pg_terminate_backend(pg_backend_pid())')
    await note(tx, 7)
  })
  await expect(cut).rejects.toThrow()
  expect(await notes()).toEqual([1, 2, 5, 6])
})

test('a start waits for a connection longer than a call, and fails at once for any other reason', async () => {
  let tries = 0
  // accepts the first connections and is silent, as a server that is busy
  const [through, server] = await between((client) => {
    if (++tries > 2) client.pipe(reach()).pipe(client)
  })
  const slow = openPool(through, { connectTimeout: 300 })
  expect((await patiently(() => slow.query('select 7 as n'))).rows).toEqual([{ n: 7 }])
  expect(tries).toBe(3)
  await slow.end()
  server.close()
  const broken = async () => {
    tries++
    throw new Error('relation does not exist')
  }
  await expect(patiently(broken)).rejects.toThrow('relation')
  expect(tries).toBe(4)
})

test('reads at the same time share a connection; one that fails fails alone', async () => {
  const reads = sharedReads(pool)
  const pid = () => one<{ pid: number }>(reads, 'select pg_backend_pid() as pid')
  const [first, broken, last] = await Promise.allSettled([pid(), one(reads, 'select 1 / (1 - $1::int)', 1), pid()])
  expect(first).toMatchObject({ status: 'fulfilled', value: { pid: expect.any(Number) } })
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(last).toEqual(first)
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('a shared connection that is cut fails the reads on it, and the next read has another', async () => {
  const reads = sharedReads(pool)
  const cut = await Promise.allSettled([one(reads, 'select pg_terminate_backend(pg_backend_pid())'), one(reads, 'select 1')])
  expect(cut.map(({ status }) => status)).toContain('rejected')
  expect(await one(reads, 'select 1 as one')).toEqual({ one: 1 })
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('reads of one turn of the event loop leave in one piece', async () => {
  let pieces = 0
  const [through, server] = await between((client) => {
    client.on('data', () => pieces++)
    client.pipe(reach()).pipe(client)
  })
  const counted = openPool(through, { max: 1 })
  const reads = sharedReads(counted)
  const read = (n: number) => one(reads, 'select $1::int as n', n)
  await read(0)
  pieces = 0
  expect(await Promise.all([read(1), read(2), read(3)])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(pieces).toBe(1)
  await counted.end()
  server.close()
})

test('statements that a service repeats by itself need one connection, another one than the reads of calls', async () => {
  const pid = 'select pg_backend_pid() as pid, pg_sleep(0.01)'
  const [read, ...repeated] = await Promise.all([
    one<{ pid: number }>(sharedReads(pool), pid),
    ...Array.from({ length: 5 }, async () => (await backgroundQueries(pool).query<{ pid: number }>(pid)).rows[0]),
  ])
  expect(new Set(repeated.map((row) => row?.pid)).size).toBe(1)
  expect(repeated[0]?.pid).not.toBe(read?.pid)
})

const address = () => {
  const { hostname, port } = new URL(url)
  return { hostname, port, host: decodeURIComponent(hostname) }
}
/** A connection to the database's server. */
function reach(): Socket {
  const { host, port } = address()
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
}
/** A server between a pool and the database's, and the pool's address for it. */
async function between(accept: (client: Socket) => void): Promise<[url: string, server: Server]> {
  const server = createServer((client) => {
    client.on('error', () => {})
    accept(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { hostname, port } = address()
  return [url.replace(`${hostname}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`), server]
}
