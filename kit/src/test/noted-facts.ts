// Facts of courses and a consumer that notes them, for the contract suites of the bus.
import { randomUUID } from 'node:crypto'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { afterEach } from 'vitest'
import { run, type Tx } from '../database/database.ts'
import { type Consumers, on } from '../facts/consumer.ts'
import { fact } from '../facts/outbox.ts'
import { type BusName, type FactServices, startFactServices } from './facts.ts'

export const org = randomUUID()
export const changed = (id: string, name: string, version = 1n) =>
  fact(CourseChangedSchema, { key: `course:${id}`, org }, { course: { id, orgId: org, name, version } })
export const note = (tx: Tx, key: string, said: string, version: bigint | undefined) =>
  run(tx, 'insert into seen (key, said, version) values ($1, $2, $3::text::bigint)', key, said, String(version ?? 0))
export const noting: Consumers = {
  course: { courseChanged: on(CourseChangedSchema, (tx, { course }, { key, version }) => note(tx, key, course!.name, version)) },
}

export const adapters: BusName[] = process.env.KAFKA_BROKERS ? ['memory', 'kafka'] : ['memory']
if (adapters.length === 1) console.warn('KAFKA_BROKERS is not set: the bus is not tried over Kafka (npm run stack)')

/** The start of services over an adapter, each of which is closed after its test. */
export function servicesOver(name: BusName) {
  const open: FactServices[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  return async (options?: Parameters<typeof startFactServices>[1]) => {
    const made = await startFactServices(name, options)
    open.push(made)
    return made
  }
}
