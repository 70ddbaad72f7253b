// The contract suite of rebuilds and parked facts, in memory and over Kafka.
import { CourseChangedSchema } from '@lyceum/proto/course'
import { marksApplied } from '../facts/read-your-writes.ts'
import { on, onMany } from '../facts/consumer.ts'
import type { Mark } from '../calls/context.ts'
import { plainDatabase, run } from '../database/database.ts'
import { emitAll } from '../facts/outbox.ts'
import { requestRebuild, requestReplay, parkedFacts } from '../facts/parked.ts'
import { until } from '../test/wait.ts'
import { describe, expect, test } from 'vitest'
import { adapters, changed, note, noting, servicesOver } from '../test/noted-facts.ts'

describe.each(adapters)('failures and rebuilds over %s', (name) => {
  const start = servicesOver(name)

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

  test('a poisonous fact among a hundred that are handled at once is parked alone', async () => {
    const { commit, consume } = await start()
    const runs: number[] = []
    const reader = await consume({
      course: {
        courseChanged: onMany(CourseChangedSchema, async (tx, facts) => {
          runs.push(facts.length)
          for (const { data, fact } of facts) {
            if (data.course!.name === 'poison') throw new Error('cannot be handled')
            await note(tx, fact.key, data.course!.name, fact.version)
          }
        }),
      },
    })
    const ids = await commit((tx) =>
      emitAll(
        tx,
        Array.from({ length: 100 }, (_, nth) => changed(`m-${nth}`, nth === 41 ? 'poison' : 'fine')),
      ),
    )
    await until(async () => (await reader.seen()).length === 99)
    expect(await parkedFacts(plainDatabase(reader.pool))).toMatchObject([{ id: ids[41], key: 'course:m-41' }])
    expect(runs[0]).toBeGreaterThan(1)
    const after = await commit((tx) => emitAll(tx, [changed('m-41', 'better', 2n)]))
    const marks: Mark[] = [...ids, ...after].map((id) => ({
      topic: 'lyceum.course.v1',
      key: 'course:m',
      type: 'lyceum.course.v1.CourseChanged',
      id,
    }))
    await until(() => marksApplied(reader.pool, noting, marks, 0))
    expect((await reader.seen()).at(-1)).toMatchObject({ key: 'course:m-41', said: 'better' })
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
})
