// The group over a real broker: members come, go, and are too slow; every fact is handled once, in order, from where the database stands.
import { plainDatabase, run } from '../../database/database.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AddressInfo, createServer } from 'node:net'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Consumers, on } from '../../facts/consumer.ts'
import { emitAll, fact } from '../../facts/outbox.ts'
import { type FactServices, startFactServices, makeBus, quiet } from '../../test/facts.ts'
import { scaled, until } from '../../test/wait.ts'
import { kafkaBus } from './bus.ts'
import { connect, defaultTiming } from './client.ts'

const org = randomUUID()
const changed = (id: string, name: string) => fact(CourseChangedSchema, { key: `course:${id}`, org }, { course: { id, name } })
const noting: Consumers = {
  course: {
    courseChanged: on(CourseChangedSchema, (tx, { course }, { key }) =>
      run(tx, 'insert into seen (key, said, version) values ($1, $2, 0)', key, course!.name),
    ),
  },
}

describe.skipIf(!process.env.KAFKA_BROKERS)('a group on Kafka', () => {
  const open: FactServices[] = []
  const start = async (given?: Parameters<typeof startFactServices>[1]) => {
    const made = await startFactServices('kafka', given)
    open.push(made)
    return made
  }
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })

  test('while a second member joins and leaves under writes, every fact is handled once and in order', async () => {
    const { commit, consume } = await start()
    const keys = Array.from({ length: 12 }, () => randomUUID())
    const first = await consume(noting)
    let nth = 0
    const write = async (rounds: number) => {
      for (let round = 0; round < rounds; round++, nth++) {
        await commit((tx) =>
          emitAll(
            tx,
            keys.map((key) => changed(key, `${nth}`)),
          ),
        )
        await sleep(15)
      }
    }
    await write(30)
    const second = await consume(noting, { url: first.url })
    const handled = () => second.metrics.counted.get('lyceum_facts_handled_total') ?? 0
    for (; handled() === 0; await write(5)) if (nth > 2000) throw new Error('the second member is given nothing')
    await write(30)
    await second.consumer.stop()
    await write(30)
    await until(async () => (await first.seen()).length >= nth * keys.length)
    const seen = await first.seen()
    for (const key of keys) {
      expect(seen.filter((one) => one.key === `course:${key}`).map(({ said }) => said)).toEqual(
        Array.from({ length: nth }, (_, at) => `${at}`),
      )
    }
  })

  test('a member that was thought dead wakes up with an old batch: it changes nothing', async () => {
    const { commit, consume } = await start()
    let gate: Promise<void> | undefined
    const woken = Promise.withResolvers<void>()
    let [halted, over] = [0, 0]
    const old = await consume(noting, {
      db: (pool) => ({
        ...plainDatabase(pool),
        async $transaction(work) {
          if (!gate) return await plainDatabase(pool).$transaction(work)
          halted++
          await gate // a process that was halted: it has its batch and has not begun with it
          return await plainDatabase(pool)
            .$transaction(work)
            .finally(() => over++)
        },
      }),
    })
    await commit((tx) => emitAll(tx, [changed('w', '0')]))
    await until(async () => (await old.seen()).length === 1)
    gate = woken.promise
    await commit((tx) => emitAll(tx, [changed('w', '1'), changed('w', '2')]))
    await until(() => halted > 0)
    const second = await consume(noting, { url: old.url }) // the group waits for the session of the first to end
    await until(async () => (await second.seen()).length === 3, 60_000)
    await commit((tx) => emitAll(tx, [changed('w', '3')]))
    await until(async () => (await second.seen()).length === 4)
    woken.resolve()
    await commit((tx) => emitAll(tx, [changed('w', '4')]))
    await until(async () => (await second.seen()).length === 5)
    await until(() => over === halted)
    expect((await second.seen()).map(({ said }) => said)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('begins where the database stands, whatever offsets Kafka holds', async () => {
    const prefix = `t${randomUUID().slice(0, 8)}`
    const { commit, consume } = await start({ bus: makeBus('kafka', { prefix }) })
    const first = await consume(noting)
    await commit((tx) =>
      emitAll(
        tx,
        Array.from({ length: 10 }, (_, nth) => changed('o', `${nth}`)),
      ),
    )
    await until(async () => (await first.seen()).length === 10)
    await first.consumer.stop()
    const admin = connect({ brokers: process.env.KAFKA_BROKERS!.split(','), log: quiet }, defaultTiming).admin()
    await admin.connect()
    const {
      rows: [at],
    } = await first.pool.query<{ partition: number }>('select partition from kit.positions where position = 10')
    for (const offset of ['3', '10']) {
      await admin.setOffsets({
        groupId: `${prefix}.reader`,
        topic: `${prefix}.course.v1`,
        partitions: [{ partition: at!.partition, offset }],
      })
      await first.pool.query('update kit.positions set position = 7; delete from kit.inbox; delete from seen')
      const again = await consume(noting, { url: first.url })
      await until(async () => (await again.seen()).length >= 3)
      await again.consumer.stop()
      expect((await again.seen()).map(({ said }) => said)).toEqual(['7', '8', '9'])
    }
    await admin.disconnect()
  })

  test('a bus whose broker is away waits for it without an error, and ends when told', async () => {
    let tries = 0
    const away = createServer((socket) => {
      tries++
      socket.destroy()
    })
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void away.close())
    const bus = kafkaBus({
      brokers: [`127.0.0.1:${(away.address() as AddressInfo).port}`],
      log: quiet,
      timing: { requestTimeout: 1000, retries: 1 },
    })
    const { commit, consume, relay, pool } = await start({ bus })
    const reader = await consume(noting)
    await commit((tx) => emitAll(tx, [changed('x', '1')]))
    await until(() => tries > 10) // more than the first tries of all its clients
    expect((await pool.query('select from kit.outbox')).rowCount).toBe(1)
    const began = Date.now()
    await reader.consumer.stop()
    await relay.stop()
    expect(Date.now() - began).toBeLessThan(scaled(20_000))
  })
})
