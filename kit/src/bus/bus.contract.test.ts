// The contract suite of the bus, in memory and over Kafka: order, each fact applied once, no loss, waiting for one’s writes.
import { randomUUID } from 'node:crypto'
import { CourseChangedSchema, CourseCreatedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { UserActionSchema } from '@lyceum/proto/statistics'
import { marksApplied } from '../facts/read-your-writes.ts'
import type { Inbound, Reader } from './bus.ts'
import { type HandledFact, on } from '../facts/consumer.ts'
import { type Mark, within } from '../calls/context.ts'
import { run, type Tx } from '../database/database.ts'
import { userAction } from '../facts/wire-format.ts'
import { newId } from '../ids.ts'
import { emit, emitAll } from '../facts/outbox.ts'
import { scaled, until } from '../test/wait.ts'
import { describe, expect, test } from 'vitest'
import { adapters, changed, note, noting, org, servicesOver } from '../test/noted-facts.ts'

describe.each(adapters)('facts over %s', (name) => {
  const start = servicesOver(name)

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

  test('nobody is notified of a quiet fact, and facts that come of it are quiet', async () => {
    const { commit, consume } = await start()
    const facts: HandledFact[] = []
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx: Tx, { course }, given) => {
          facts.push(given)
          await emit(tx, CourseCreatedSchema, { key: given.key, org }, { course: { id: course!.id } })
        }),
      },
    })
    for (const id of ['quiet', 'loud'])
      await commit((tx) => emit(tx, CourseChangedSchema, { key: `course:${id}`, org, quiet: id === 'quiet' }, { course: { id } }))
    await until(() => facts.length === 2)
    const noted = facts.map(({ key, quiet, mayNotify }) => [key, quiet, mayNotify])
    expect(noted.toSorted()).toEqual([
      ['course:loud', undefined, true],
      ['course:quiet', true, false],
    ])
    const emitted = await until(async () => {
      const { rows } = await reader.pool.query<{ key: string; quiet: boolean | null }>('select key, quiet from kit.outbox order by key')
      return rows.length === 2 && rows
    })
    expect(emitted.map(({ key, quiet }) => [key, quiet])).toEqual([
      ['course:loud', null],
      ['course:quiet', true],
    ])
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
