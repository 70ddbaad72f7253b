// The contract suite of relays, in memory and over Kafka: one per database, a hint for each fact.
import { CourseChangedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { subscribeToHints } from '../kv/hints.ts'
import { emitAll, fact } from '../facts/outbox.ts'
import { until } from '../test/wait.ts'
import { describe, expect, test, vi } from 'vitest'
import { adapters, changed, noting, org, servicesOver } from '../test/noted-facts.ts'

describe.each(adapters)('a relay over %s', (name) => {
  const start = servicesOver(name)

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
})
