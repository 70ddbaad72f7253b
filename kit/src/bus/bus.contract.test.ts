// The contract suite of the bus, in memory and over Kafka: order, each fact applied once, no loss, rebuilds, parked facts.
import { randomUUID } from 'node:crypto'
import { CourseChangedSchema, CourseCreatedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { UserActionSchema } from '@lyceum/proto/statistics'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { marksApplied } from '../facts/read-your-writes.ts'
import type { Inbound, Reader } from './bus.ts'
import { compact } from './memory.ts'
import { type Consumers, type HandledFact, on } from '../facts/consumer.ts'
import { type Mark, within } from '../calls/context.ts'
import { plainDatabase, run, type Tx } from '../database/database.ts'
import { userAction } from '../facts/wire-format.ts'
import { newId } from '../ids.ts'
import { subscribeToHints } from '../kv/hints.ts'
import { emit, emitAll, fact } from '../facts/outbox.ts'
import { requestRebuild, requestReplay, parkedFacts } from '../facts/parked.ts'
import { type BusName, type FactServices, startFactServices } from '../test/facts.ts'
import { scaled, until } from '../test/wait.ts'

const org = randomUUID()
const changed = (id: string, name: string, version = 1n) =>
  fact(CourseChangedSchema, { key: `course:${id}`, org }, { course: { id, orgId: org, name, version } })
const note = (tx: Tx, key: string, said: string, version: bigint | undefined) =>
  run(tx, 'insert into seen (key, said, version) values ($1, $2, $3::text::bigint)', key, said, String(version ?? 0))
const noting: Consumers = {
  course: { courseChanged: on(CourseChangedSchema, (tx, { course }, { key, version }) => note(tx, key, course!.name, version)) },
}

const adapters: BusName[] = process.env.KAFKA_BROKERS ? ['memory', 'kafka'] : ['memory']
if (adapters.length === 1) console.warn('KAFKA_BROKERS is not set: the bus is not tried over Kafka (npm run stack)')

describe.each(adapters)('facts over %s', (name) => {
  const open: FactServices[] = []
  const start = async (given?: Parameters<typeof startFactServices>[1]) => {
    const made = await startFactServices(name, given)
    open.push(made)
    return made
  }
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })

  test('facts of one key arrive in the order of their commits, each once, and none of a transaction that was rolled back', async () => {
    const { commit, consume, pool } = await start()
    const reader = await consume(noting)
    const keys = ['a', 'b', 'c'].map((one) => `${one}-${randomUUID()}`)
    await pool.query('create table course (id text primary key, version bigint)')
    await pool.query('insert into course select unnest($1::text[]), 0', [keys])
    const expected = new Map(keys.map((key) => [`course:${key}`, [] as string[]]))
    await Promise.all(
      Array.from({ length: 60 }, async (_, nth) => {
        const id = keys[nth % 3]!
        const broken = nth % 10 === 0
        await commit(async (tx) => {
          await run(tx, 'select pg_sleep($1::float8)', Math.random() / 50) // transactions overlap: ids and commits differ in order
          await run(tx, 'update course set version = version + 1 where id = $1', id)
          await emitAll(tx, [changed(id, `${nth}`)])
          if (broken) throw new Error('rolled back')
          expected.get(`course:${id}`)!.push(`${nth}`) // its row is locked: the order of commits of this key
        }).catch(() => {})
      }),
    )
    // later facts of the same keys show that none of the earlier ones is still under way
    await commit((tx) =>
      emitAll(
        tx,
        keys.map((key) => changed(key, 'last')),
      ),
    )
    await until(async () => (await reader.seen()).filter(({ said }) => said === 'last').length === keys.length)
    const seen = (await reader.seen()).filter(({ said }) => said !== 'last')
    expect(seen).toHaveLength(54)
    for (const [key, order] of expected) expect(seen.filter((one) => one.key === key).map(({ said }) => said)).toEqual(order)
  })

  test('a fact carries who, where, which version and which trace; unknown types are passed over and counted', async () => {
    const { commit, consume } = await start()
    const facts: HandledFact[] = []
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (_tx, _data, given) => {
          facts.push(given)
        }),
      },
    })
    const began = Date.now()
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const id = await within({ requestId: 'r', traceparent, actor: { kind: 'person', person: 'p1', org, roles: [], session: 's' } }, () =>
      commit(async (tx) => {
        await emit(tx, CourseCreatedSchema, { key: 'course:x', org }, { course: { id: 'x' } })
        return await emit(tx, CourseChangedSchema, { key: 'course:x', org }, { course: { id: 'x', version: 77n } })
      }),
    )
    await until(() => facts.length === 1)
    expect(facts[0]).toMatchObject({
      id,
      type: 'lyceum.course.v1.CourseChanged',
      key: 'course:x',
      org,
      actor: 'p1',
      version: 77n,
      traceparent,
      rebuilding: false,
      mayNotify: true,
    })
    expect(facts[0]!.time.getTime()).toBeGreaterThan(began - 2000) // by the database's clock
    expect(facts[0]!.time.getTime()).toBeLessThan(Date.now() + 2000)
    await until(() => reader.metrics.counted.get('lyceum_facts_skipped_total') === 1)
  })

  test('a duplicate batch changes nothing', async () => {
    const { commit, consume } = await start()
    const first = await consume(noting)
    await commit((tx) =>
      emitAll(
        tx,
        Array.from({ length: 20 }, (_, nth) => changed('dup', `${nth}`)),
      ),
    )
    await until(async () => (await first.seen()).length === 20)
    await first.consumer.stop()
    await first.pool.query('update kit.positions set position = 0') // as if the bus had it twice
    const again = await consume(noting, { url: first.url })
    await commit((tx) => emitAll(tx, [changed('dup', 'after')]))
    await until(async () => (await again.seen()).at(-1)?.said === 'after')
    expect(await again.seen()).toHaveLength(21)
  })

  test('a consumer that comes back goes on where its database stands', async () => {
    const { commit, consume } = await start()
    const first = await consume(noting)
    await commit((tx) => emitAll(tx, [changed('back', '1'), changed('back', '2')]))
    await until(async () => (await first.seen()).length === 2)
    await first.consumer.stop()
    await commit((tx) => emitAll(tx, [changed('back', '3')]))
    const { handled, consumers } = recording()
    const again = await consume(consumers, { url: first.url })
    await until(() => handled.length === 1)
    expect(handled).toEqual(['3'])
    await until(async () => (await again.consumer.positions()).some(({ position }) => position === 3n))
  })

  test('a rebuilt consumer comes to the same state from the log, and notifies nobody of it', async () => {
    const { commit, consume } = await start()
    const flags: { rebuilding: boolean; mayNotify: boolean }[] = []
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version, rebuilding, mayNotify }) => {
          flags.push({ rebuilding, mayNotify })
          await note(tx, key, course!.name, version)
        }),
      },
    })
    for (let nth = 0; nth < 5; nth++) await commit((tx) => emitAll(tx, [changed(`re-${nth}`, 'old'), changed(`re-${nth}`, 'new', 2n)]))
    await until(async () => (await reader.seen()).length === 10)
    const before = (await reader.seen()).map(({ key, said }) => `${key} ${said}`).sort()
    flags.length = 0
    await reader.consumer.rebuild((tx) => run(tx, 'delete from seen'))
    await until(async () => (await reader.seen()).length === 10)
    expect((await reader.seen()).map(({ key, said }) => `${key} ${said}`).sort()).toEqual(before)
    expect(flags).toHaveLength(10)
    expect(flags.every(({ rebuilding, mayNotify }) => rebuilding && !mayNotify)).toBe(true)
    await commit((tx) => emitAll(tx, [changed('re-0', 'fresh', 3n)]))
    await until(() => flags.length === 11)
    expect(flags.at(-1)).toEqual({ rebuilding: false, mayNotify: true })
    expect((await reader.consumer.positions()).some(({ rebuilding }) => rebuilding)).toBe(false)
  })

  test('a poisonous fact is parked after five failures, the others go on, and its replay does not overwrite newer state', async () => {
    const { commit, consume } = await start()
    let healthy = false
    let tries = 0
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version }) => {
          if (course!.name === 'poison') {
            tries++
            if (!healthy) throw new Error('cannot be handled')
          }
          await run(
            tx,
            `
        insert into mirror (key, said, version) values ($1, $2, $3::text::bigint)
        on conflict (key) do update set said = excluded.said, version = excluded.version where mirror.version < excluded.version`,
            key,
            course!.name,
            String(version),
          )
        }),
      },
    })
    await reader.pool.query('create table mirror (key text primary key, said text, version bigint)')
    const mirror = async () => (await reader.pool.query('select said from mirror order by key')).rows.map(({ said }) => said as string)
    const ids = await commit((tx) =>
      emitAll(tx, [changed('p', 'first', 1n), changed('p', 'poison', 2n), changed('p', 'newest', 3n), changed('q', 'other', 1n)]),
    )
    await until(async () => (await mirror()).join() === 'newest,other')
    expect(tries).toBe(6) // once in the batch, five times alone
    const parked = await parkedFacts(plainDatabase(reader.pool))
    expect(parked).toMatchObject([{ id: ids[1], key: 'course:p', error: 'cannot be handled' }])
    expect(reader.metrics.counted.get('lyceum_facts_parked_total')).toBe(1)
    // parked counts as seen for those who wait for it
    const marks: Mark[] = ids.map((id) => ({ topic: 'lyceum.course.v1', key: 'course:p', type: 'lyceum.course.v1.CourseChanged', id }))
    expect(await marksApplied(reader.pool, noting, marks, 0)).toBe(true)
    await expect(reader.consumer.replay(ids[1]!)).rejects.toThrow('cannot be handled')
    healthy = true
    expect(await reader.consumer.replay(ids[1]!)).toBe(true)
    expect(await mirror()).toEqual(['newest', 'other'])
    expect(await parkedFacts(plainDatabase(reader.pool))).toEqual([])
    expect(await reader.consumer.replay(ids[1]!)).toBe(false)
  })

  test('failures while the database is away are not counted against a fact', async () => {
    const { commit, consume } = await start()
    let away = 4
    const reader = await consume(noting, {
      db: (pool) => ({
        ...plainDatabase(pool),
        $transaction: (work) => {
          if (away-- > 0) return Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' }))
          return plainDatabase(pool).$transaction(work)
        },
      }),
    })
    await commit((tx) => emitAll(tx, [changed('away', 'arrives')]))
    await until(async () => (await reader.seen()).length === 1)
    expect(reader.metrics.counted.get('lyceum_facts_parked_total')).toBeUndefined()
  })

  test('a batch from an old owner, who is still at work after a rebalance, is rolled back', async () => {
    const { bus, commit, consume } = await start()
    const readers: Reader[] = []
    const listening = {
      ...bus,
      inbound: async (reader: Reader): Promise<Inbound> => {
        readers.push(reader)
        return { reposition: async () => {}, lag: () => 0, close: async () => {} }
      },
    }
    const { handled, consumers } = recording()
    const old = await consume(consumers, { bus: listening })
    await consume(consumers, { bus: listening, url: old.url })
    const record = (nth: number) => ({
      offset: BigInt(nth),
      key: 'course:o',
      value: JSON.stringify({ course: { id: 'o', name: `${nth}` } }),
      headers: { ce_id: newId(), ce_type: 'lyceum.course.v1.CourseChanged', ce_time: new Date().toISOString(), ce_subject: 'course:o' },
    })
    const records = [0, 1, 2, 3].map(record)
    const batch = (from: number, to: number) => ({
      topic: 'lyceum.course.v1',
      partition: 0,
      begin: BigInt(from),
      next: BigInt(to),
      records: records.slice(from, to),
    })
    const [first, second] = readers as [Reader, Reader]
    await first.position('lyceum.course.v1', 0, 0n)
    expect(await second.deliver(batch(0, 3), async () => {})).toBe(3n)
    expect(await first.deliver(batch(0, 2), async () => {})).toBe(3n) // told where the new owner stands
    expect(await first.deliver(batch(3, 4), async () => {})).toBe(4n)
    expect(handled).toEqual(['0', '1', '2', '3'])
    await commit(async () => {})
  })

  test('an empty value says that a key is to be forgotten', async () => {
    const { commit, consume, pool } = await start({ topic: 'lyceum.identity.v1' })
    const said: string[] = []
    await consume({
      identity: {
        personChanged: on(PersonChangedSchema, async (_tx, { name }) => {
          said.push(name)
        }),
        personErased: on(PersonErasedSchema, async (_tx, _data, { key }) => {
          said.push(`forget ${key}`)
        }),
      },
    })
    await commit(async (tx) => {
      await emit(tx, PersonChangedSchema, { key: 'person:1', org }, { id: '1', name: 'Ada', version: 1n })
      await emit(tx, PersonErasedSchema, { key: 'person:1', org }, null)
    })
    await until(() => said.at(-1) === 'forget person:1')
    await commit((tx) => emit(tx, PersonChangedSchema, { key: 'person:2', org }, { id: '2', name: 'Bob' }))
    await until(() => said.includes('Bob'))
    const { rows } = await pool.query(`select value from kit.outbox where value like '%Ada%'`)
    expect(rows).toEqual([])
  })

  test('a reader waits for its writes: until they are here, and no longer than it may', async () => {
    const { commit, consume } = await start()
    let gate = Promise.resolve()
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version }) => {
          await gate
          await note(tx, key, course!.name, version)
        }),
      },
    })
    const write = () =>
      within({ requestId: 'r' }, async () => {
        const marks = new Map<string, Mark>()
        await within({ requestId: 'r', marks }, () =>
          commit(async (tx) => {
            await emitAll(tx, [changed('ryw', 'a'), changed('ryw', 'b')])
            await emit(tx, MemberJoinedSchema, { key: 'course:ryw', org }, { member: { courseId: 'ryw' } })
          }),
        )
        return [...marks.values()]
      })
    const marks = await write()
    expect(marks.map(({ type }) => type)).toEqual(['lyceum.course.v1.CourseChanged', 'lyceum.course.v1.MemberJoined']) // the last of each key and type
    expect(await marksApplied(reader.pool, noting, marks, scaled(30_000))).toBe(true)
    expect(await reader.seen()).toHaveLength(2)
    const halted = Promise.withResolvers<void>()
    gate = halted.promise
    const late = await write()
    const began = Date.now()
    expect(await marksApplied(reader.pool, noting, late, 300)).toBe(false)
    expect(Date.now() - began).toBeGreaterThanOrEqual(295)
    const waiting = marksApplied(reader.pool, noting, late, scaled(30_000))
    halted.resolve()
    expect(await waiting).toBe(true)
  })

  test('each fact gives one hint once it is on the bus', async () => {
    const { commit, kv } = await start()
    const heard: unknown[] = []
    await subscribeToHints(kv, (given) => heard.push(given))
    const [id] = await commit((tx) =>
      emitAll(tx, [fact(CourseChangedSchema, { key: 'course:h', org, hint: { people: ['p1'] } }, { course: { id: 'h' } })]),
    )
    await until(() => heard.length === 1)
    expect(heard).toEqual([
      {
        subject: 'courseChanged',
        aggregate: 'course',
        id: 'h',
        org,
        people: ['p1'],
        fact: { topic: 'lyceum.course.v1', key: 'course:h', type: 'lyceum.course.v1.CourseChanged', id },
      },
    ])
  })

  test('one relay per database: the second waits and takes over', async () => {
    const { commit, consume, relay, relayOver, openPool, url } = await start()
    const reader = await consume(noting)
    await commit((tx) => emitAll(tx, [changed('r', '1')]))
    await until(async () => (await reader.seen()).length === 1)
    const second = await relayOver(openPool(url))
    await commit((tx) => emitAll(tx, [changed('r', '2')]))
    second.wake() // reaches the first
    await until(async () => (await reader.seen()).length === 2)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const tries = () => asked.mock.calls.filter(([text]) => String(text).includes('pg_try_advisory_lock')).length
    await until(() => tries() > 0)
    const [began, before] = [performance.now(), tries()]
    await until(() => tries() >= before + 2)
    expect(performance.now() - began).toBeGreaterThan(1000) // it looks once a second
    asked.mockRestore()
    await relay.stop()
    await commit((tx) => emitAll(tx, [changed('r', '3')]))
    await until(async () => (await reader.seen()).length === 3)
    await second.drained()
  })

  test('a relay whose database session breaks begins again', async () => {
    const { commit, consume, pool } = await start()
    const reader = await consume(noting)
    await commit((tx) => emitAll(tx, [changed('t', '1')]))
    await until(async () => (await reader.seen()).length === 1)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 727002 and database = (select oid from pg_database where datname = current_database())`,
    )
    await commit((tx) => emitAll(tx, [changed('t', '2')]))
    await until(async () => (await reader.seen()).length === 2)
    expect((await reader.seen()).map(({ said }) => said)).toEqual(['1', '2'])
  })

  test('a rebuild and a replay may be asked for from outside of the process', async () => {
    const { commit, consume } = await start()
    let broken = true
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version }) => {
          if (broken) throw new Error('not yet')
          await note(tx, key, course!.name, version)
        }),
      },
    })
    await commit((tx) => emitAll(tx, [changed('out', 'late')]))
    await until(async () => (await parkedFacts(plainDatabase(reader.pool))).length === 1)
    expect(await requestReplay(plainDatabase(reader.pool))).toBe(1)
    await until(async () => (await reader.pool.query('select from kit.parked where replay_at is null and attempts = 6')).rowCount === 1)
    broken = false
    expect(await requestReplay(plainDatabase(reader.pool))).toBe(1)
    await until(async () => (await reader.seen()).length === 1)
    await plainDatabase(reader.pool).$transaction((tx) => requestRebuild(tx))
    await until(async () => (await reader.seen()).length === 2)
  })

  test('stopping finishes the batch in work', async () => {
    const { commit, consume } = await start()
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version }) => {
          begun.resolve()
          await finish.promise
          await note(tx, key, course!.name, version)
        }),
      },
    })
    await commit((tx) => emitAll(tx, [changed('s', 'done')]))
    await begun.promise
    const stopped = reader.consumer.stop()
    finish.resolve()
    await stopped
    expect(await reader.seen()).toHaveLength(1)
  })

  test('user actions are appended durably by many callers at once, and can be consumed', async () => {
    const { bus, consume, pool } = await start()
    const actions = bus.actions(pool)
    await Promise.all(
      Array.from({ length: 300 }, (_, nth) => actions.append([userAction({ id: newId(), orgId: org, userId: 'u1', action: `${nth}` })])),
    )
    const got: string[] = []
    await consume({
      'user-actions': {
        userAction: on(UserActionSchema, async (_tx, { action }) => {
          got.push(action)
        }),
      },
    })
    await until(() => got.length === 300)
    expect(got).toEqual(Array.from({ length: 300 }, (_, nth) => `${nth}`))
    await actions.close()
  })
})

test('in one process a compacted topic keeps the last record of each key once the others are old', async () => {
  const { commit, consume, pool, relay, close } = await startFactServices('memory', { topic: 'lyceum.identity.v1' })
  const person = (id: string, name: string) => fact(PersonChangedSchema, { key: `person:${id}`, org }, { id, name })
  await commit((tx) => emitAll(tx, [person('1', 'a'), person('2', 'b'), person('1', 'c')]))
  await relay.drained()
  await pool.query(`update kit.outbox set created_at = now() - interval '1 hour'`)
  await commit((tx) => emitAll(tx, [person('2', 'd'), person('2', 'e')]))
  await relay.drained()
  let mark = await compact(pool)
  const said: string[] = []
  await consume({
    identity: {
      personChanged: on(PersonChangedSchema, async (_tx, { name }) => {
        said.push(name)
      }),
    },
  })
  await until(() => said.at(-1) === 'e')
  expect(said).toEqual(['c', 'd', 'e'])
  // later ones look only at what was said since, or has grown old since
  const kept = async () =>
    (await pool.query(`select value::jsonb ->> 'name' as name from kit.outbox order by position`)).rows.map(({ name }) => name)
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['c', 'd', 'e'])
  await pool.query(`update kit.outbox set created_at = now() - interval '1 hour'`)
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['c', 'e'])
  await commit((tx) => emitAll(tx, [person('1', 'f')]))
  await relay.drained()
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['e', 'f'])
  expect(await compact(pool, mark)).toBe(mark)
  await close()
})

function recording() {
  const handled: string[] = []
  return {
    handled,
    consumers: {
      course: {
        courseChanged: on(CourseChangedSchema, async (_tx, { course }) => {
          handled.push(course!.name)
        }),
      },
    },
  }
}
