import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, transact } from './connections.ts'
import { plain, plainDatabase, type Tx } from './db.ts'
import { testDatabase } from './test/test-database.ts'

let pool: pg.Pool
beforeAll(async () => {
  pool = openPool(await testDatabase('kit'), { max: 2 })
  await pool.query('create table notes (id int primary key, said text)')
})
afterAll(() => pool.end())
const notes = async () => (await pool.query('select id from notes order by id')).rows.map(({ id }) => id)
const note = (tx: Tx, id: number) => tx.$executeRawUnsafe('insert into notes values ($1::int, $2)', id, 'x')

test('what is written by hand is in the same transaction: both or neither', async () => {
  const db = plainDatabase(pool)
  await transact(
    db,
    async (tx, hand) => {
      await hand.$queryRawUnsafe('select 1')
      await Promise.all([note(tx, 1), note(hand, 2)])
    },
    { eager: true },
  )
  expect(await notes()).toEqual([1, 2])
  const broken = transact(
    db,
    async (tx, hand) => {
      await hand.$queryRawUnsafe('select 1')
      await note(tx, 3)
      await note(hand, 4)
      throw new Error('no')
    },
    { eager: true },
  )
  await expect(broken).rejects.toThrow('no')
  expect(await notes()).toEqual([1, 2])
})

test('a last write that fails takes the whole transaction with it, and is told', async () => {
  const failing = transact(plainDatabase(pool), async (tx, hand, last) => {
    await note(tx, 5)
    await last(() => note(hand, 1))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([1, 2])
  await transact(plainDatabase(pool), async (tx, hand, last) => {
    await note(tx, 5)
    await last(() => note(hand, 6))
  })
  expect(await notes()).toEqual([1, 2, 5, 6])
})

test('a statement that comes again is prepared; one that answers whatever columns there are never is', async () => {
  const client = await pool.connect()
  const db = plain(client)
  for (let nth = 0; nth < 6; nth++) {
    await db.$queryRawUnsafe('select id from notes where id = $1', nth)
    await db.$queryRawUnsafe('select * from notes where id = $1', nth)
  }
  const prepared = (await client.query('select statement from pg_prepared_statements')).rows.map(({ statement }) => statement)
  expect(prepared).toContain('select id from notes where id = $1')
  expect(prepared).not.toContain('select * from notes where id = $1')
  await client.query('alter table notes add column more int')
  expect(await db.$queryRawUnsafe('select * from notes where id = $1', 1)).toMatchObject([{ id: 1, more: null }])
  client.release()
})

test('a connection that is cut in a transaction fails it, and the next one works', async () => {
  const cut = transact(
    plainDatabase(pool),
    async (tx, hand) => {
      await hand.$queryRawUnsafe('select pg_terminate_backend(pg_backend_pid())')
      await note(tx, 7)
    },
    { eager: true },
  )
  await expect(cut).rejects.toThrow()
  expect(await notes()).toEqual([1, 2, 5, 6])
})
