// The product on servers, one process per target, while servers and processes fail under writes. Nothing but the failed one is restarted.
import { setTimeout as sleep } from 'node:timers/promises'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ServerName, serverNames } from '../../deploy/stack/config.ts'
import { haltServer, resumeServer, startServers, stopServer } from '../../deploy/stack/servers.ts'
import { ready } from '../../deploy/cluster.ts'
import { end, type Product, startProduct } from '../flows/start.ts'
import { allWell, type Ground, keepReading, keepWriting, makeGround, outage, whatIsThere, type Writing } from './course.ts'
import { endThrough, makeExam, writeThrough } from './exam.ts'
import { members, untilNotified } from './replicas.ts'
import { download, randomText, sha256, startChunked } from './files.ts'

const MiB = 1024 * 1024

describe('on servers', () => {
  let product: Product
  let ground: Ground
  beforeAll(async () => {
    product = await startProduct({ way: 'servers', name: 'faults' })
    ground = await makeGround(product)
  })
  afterAll(() => product?.stop())
  // a test that failed halfway must not disturb the next one
  afterEach(async () => {
    for (const name of serverNames) await resumeServer(name).catch(() => {})
    await startServers()
  })

  /** Writes before, during and after `fault`, which may wait until writes have resumed in it; answers the written activities. */
  async function writingThrough(fault: (goesOn: () => Promise<void>) => Promise<void>): Promise<Writing> {
    const writing = keepWriting(ground)
    const further = async (writes: number) => {
      const { size } = writing.acknowledged
      await until(() => writing.acknowledged.size >= size + writes, 60_000)
    }
    await further(5)
    await fault(() => further(10))
    await further(5)
    await writing.stop()
    return writing
  }
  const away = async (name: ServerName, ms: number, signal: NodeJS.Signals = 'SIGKILL', goesOn?: () => Promise<void>) => {
    await stopServer(name, signal)
    await Promise.all([sleep(ms), goesOn?.()])
    await startServers([name])
  }

  test('the broker halted: writes go on, and every fact arrives once when it answers again', async () => {
    const writing = await writingThrough(async (goesOn) => {
      await haltServer('kafka')
      await Promise.all([sleep(outage), goesOn()])
      await resumeServer('kafka')
    })
    expect(writing.refusals).toEqual([])
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('the broker killed and started again: writes go on, and every fact arrives once', async () => {
    const writing = await writingThrough((goesOn) => away('kafka', outage, 'SIGKILL', goesOn))
    expect(writing.refusals).toEqual([])
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('Redis restarted: sessions hold, people sign in without it, writes go on', async () => {
    const writing = await writingThrough(async (goesOn) => {
      await stopServer('redis', 'SIGKILL')
      const another = await ground.school.signIn('secondStudent')
      expect((await another.call('GET /api/session')).user.id).toBe(another.id)
      await goesOn()
      await startServers(['redis'])
    })
    expect(writing.refusals).toEqual([])
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('the S3 server restarted during an upload by blocks: the acknowledged ones stay, the rest follows, the file is whole', async () => {
    const { teacher } = ground
    const bytes = randomText(22 * MiB)
    const upload = await startChunked(teacher, { name: 'notes.txt', bytes })
    for (const index of [0, 1, 2]) await upload.block(index)
    await stopServer('s3', 'SIGKILL')
    await expect(upload.block(3)).rejects.toThrow(/503/)
    await startServers(['s3'])
    for (let index = 3; index < upload.blocks; index++) await patiently(() => upload.block(index))
    expect((await patiently(() => upload.finish())).status).toBe('ready')
    expect(sha256(await download(teacher, upload.id))).toBe(sha256(bytes))
  })

  test('a consumer killed in the middle of its work: the next one goes on where it was', async () => {
    const writing = await writingThrough(() => killed('notification'))
    expect(writing.refusals).toEqual([])
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('the service that writes killed: a repeated call is not a second write, and its facts are told once', async () => {
    const writing = await writingThrough(() => killed('activity'))
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test('an exam while its service is killed and PostgreSQL restarted: no acknowledged answer is lost, all are handed in', async () => {
    const students = process.env.LYCEUM_LONG ? 200 : 10
    const exam = await makeExam(ground)
    const restarted = () => away('postgres', 1000, 'SIGTERM')
    const attempts = await writeThrough(product, { ground, exam, students, faults: [() => killed('activity'), restarted] })
    await endThrough(product, { exam, attempts, fault: () => killed('activity') })
  })

  test('PostgreSQL away for 12 s: reads and keyed writes wait for it, each write is done once', async () => {
    const reading = keepReading(ground)
    const writing = await writingThrough(() => away('postgres', 12_000, 'SIGTERM'))
    await reading.stop()
    expect([...writing.refusals, ...reading.refusals]).toEqual([])
    expect(Math.max(writing.slowest, reading.slowest)).toBeGreaterThan(10_000)
    expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
  })

  test.runIf(process.env.LYCEUM_LONG)(
    'PostgreSQL away for a minute: after 30 s a call is answered 503, and all goes on afterwards',
    async () => {
      const reading = keepReading(ground)
      const writing = await writingThrough(() => away('postgres', 60_000, 'SIGKILL'))
      await reading.stop()
      expect(reading.refusals.length).toBeGreaterThan(0)
      for (const refusal of [...writing.refusals, ...reading.refusals]) expect(refusal).toContain('503 database.unavailable')
      expect(Math.max(writing.slowest, reading.slowest)).toBeLessThan(30_000 + scaled(2000))
      expect(await whatIsThere(product, ground, writing)).toEqual(allWell)
    },
  )

  test('partitions of a replica that goes are taken over at once, of one that is killed when its session is over', async () => {
    const replicas = [1, 2].map((nth) => {
      const port = Number(new URL(product.url).port) + 16 + nth
      const child = product.cluster!.start('notification', { port, name: `notification ${nth}` })
      return { child, health: `http://127.0.0.1:${port}/readyz` }
    })
    const [goes, dies] = replicas.map(({ child }) => child)
    try {
      await Promise.all(replicas.map(({ health, child }) => ready(health, child)))
      await members(product, 'notification', 3)
      goes!.kill('SIGTERM')
      const atOnce = await untilNotified(product, ground, 'notification')
      dies!.kill('SIGKILL')
      const later = await untilNotified(product, ground, 'notification')
      console.log(`taken over after ${Math.round(atOnce)} ms from one that goes, ${Math.round(later)} ms from one that is killed`)
      expect(atOnce).toBeLessThan(later)
    } finally {
      await Promise.all(replicas.map(({ child }) => end(child, 'SIGKILL')))
    }
  })

  async function killed(target: string) {
    await end(product.cluster?.process(target), 'SIGKILL')
    await sleep(2000)
    const again = product.cluster?.start(target)
    await ready(product.cluster?.healthOf(target) ?? '', again)
  }
})

/** Retries as a page does after a refusal that means "later". */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(scaled(1000))
    }
  }
}
