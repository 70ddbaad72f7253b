// Several processes of one service: their shares of its partitions, and the time that facts of all partitions take to be handled.
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { until } from '@lyceum/kit/test/wait'
import { CourseChangedSchema } from '@lyceum/proto/course'
import kafkajs from 'kafkajs'
import pg from 'pg'
import type { Address } from '../flows/start.ts'
import { type Ground, query } from './course.ts'

/** Resolves when the service's group has so many members and each has its partitions. */
export async function members({ env = {} }: Address, service: string, wanted: number): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: (env.KAFKA_BROKERS ?? '').split(','), logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  try {
    const isStable = async () => {
      const { groups } = await admin.describeGroups([`${env.LYCEUM_PREFIX}.${service}`])
      return groups[0]?.state === 'Stable' && groups[0].members.length === wanted
    }
    await until(isStable, 60_000, 200)
  } finally {
    await admin.disconnect()
  }
}

/** Emits facts of so many courses that each partition has some; answers milliseconds until the service has handled them all. */
export async function untilNotified({ databases }: Address, { teacher, course, school }: Ground, service: string): Promise<number> {
  const began = performance.now()
  const client = new pg.Client(databases.course)
  await client.connect()
  const list = Array.from({ length: 60 }, () => {
    const id = newId()
    return fact(
      CourseChangedSchema,
      { key: `course:${id}`, org: school.id },
      { course: { id, orgId: school.id, name: 'Ebb', version: 1n } },
    )
  })
  const ids = await emitAll(plain(client), list).finally(() => client.end())
  // a write wakes the relay for them
  await teacher.call('PUT /api/courses/:id', { params: { id: course }, body: { name: `Ebb ${newId()}` } })
  const handled = async () =>
    (await query<{ n: number }>(databases[service], 'select count(*)::int as n from kit.inbox where id = any($1::uuid[])', [ids]))[0]?.n
  await until(async () => (await handled()) === ids.length, 60_000, 50)
  return performance.now() - began
}
