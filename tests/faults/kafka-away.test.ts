// Outages of the broker. A halted broker (SIGSTOP) answers nothing, but takes the records sent meanwhile once it resumes. With kafkajs's
// idempotent producer that loses acknowledged facts in silence, unless a rejected batch is sent again exactly as it was. The control shows
// that this test can fail.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { on } from '@lyceum/kit/facts/consumer'
import { ensureDatabase } from '@lyceum/kit/database/database'
import { migrate } from '@lyceum/kit/database/migrate'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { startFactServices, makeBus } from '@lyceum/kit/test/facts'
import { until } from '@lyceum/kit/test/wait'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { afterEach, describe, expect, test } from 'vitest'
import { haltServer, resumeServer, startServer, stopServer } from '../../deploy/stack/servers.ts'

const { KAFKA_BROKERS: brokers, DATABASE_URL: server } = process.env
const org = randomUUID()
const named = (name: string) => fact(CourseChangedSchema, { key: 'course:halted', org }, { course: { id: 'halted', name } })
const batch = (name: string) => Array.from({ length: 5 }, (_, nth) => `${name}${nth + 1}`)

async function database() {
  const url = new URL(server!)
  url.pathname = `/halted_${randomUUID().slice(0, 8)}`
  await ensureDatabase(url.href)
  await migrate({ url: url.href, sets: [{ schema: 'kit', folder: new URL('../../kit/migrations/', import.meta.url) }] })
  return url.href
}

/** Halts the broker for 4 s under a batch x, sends a batch y after it; answers the records that a consumer received within 10 s. */
async function seenAround({ afterRejection }: { afterRejection?: 'next' }) {
  // short, so that the rejection comes while the broker is halted (kafkajs wants at least one retry of its own)
  const bus = makeBus('kafka', { timing: { requestTimeout: 1000, retries: 1 }, afterRejection })
  const around = await startFactServices('kafka', { bus, url: database })
  const seen: string[] = []
  // its own client, with the usual patience: the relay is under test
  await around.consume({
    course: {
      courseChanged: on(CourseChangedSchema, async (_tx, { course }) => {
        seen.push(course!.name)
      }),
    },
  })
  const commit = (names: string[]) => around.commit((tx) => emitAll(tx, names.map(named)))
  try {
    await commit(batch('warm'))
    await until(() => seen.length === 5)
    await haltServer('kafka')
    await commit(batch('x'))
    await sleep(4000)
    await resumeServer('kafka')
    await sleep(500)
    await commit(batch('y'))
    await until(() => seen.length >= 15, afterRejection ? 12_000 : 45_000).catch(() => {})
    await around.relay.drained()
    return seen
  } finally {
    await resumeServer('kafka')
    await around.close()
  }
}

describe.skipIf(!brokers || !server)('a broker that is away', () => {
  afterEach(() => resumeServer('kafka'))

  test('halted, loses no fact and changes no order: a rejected batch goes again exactly as it was', async () => {
    expect(await seenAround({})).toEqual(['warm', 'x', 'y'].flatMap(batch))
  })

  test('control: a relay that goes on with the next batch loses acknowledged facts', async () => {
    const seen = await seenAround({ afterRejection: 'next' })
    const lost = batch('y').filter((name) => !seen.includes(name))
    expect(lost).toEqual(batch('y'))
  })

  /** A fact each 20 ms for 12 s; in the middle 10 s of outage. */
  async function underWrites(outage: { begin(): Promise<void>; end(): Promise<void> }) {
    const around = await startFactServices('kafka', { url: database })
    const seen: string[] = []
    await around.consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (_tx, { course }) => {
          seen.push(course!.name)
        }),
      },
    })
    let nth = 0
    const write = async (ms: number) => {
      for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) await around.commit((tx) => emitAll(tx, [named(String(++nth))]))
    }
    try {
      await write(1000)
      await outage.begin()
      await write(10_000)
      await outage.end()
      await write(1000)
      await until(() => seen.length >= nth, 60_000)
      expect(seen).toEqual(Array.from({ length: nth }, (_, at) => String(at + 1)))
    } finally {
      await outage.end()
      await around.close()
    }
  }

  test('halted for 10 s under writes: every committed fact arrives once, in order', () =>
    underWrites({ begin: () => haltServer('kafka'), end: () => resumeServer('kafka') }))

  test.runIf(process.env.LYCEUM_LONG)('killed and back after 10 s under writes: every committed fact arrives once, in order', () =>
    underWrites({ begin: () => stopServer('kafka', 'SIGKILL'), end: () => startServer('kafka') }),
  )
})
