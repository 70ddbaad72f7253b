// The most frequent calls of people and services, in their own form: calls against the services themselves, and kit's own steps of a fact.
import { randomInt } from 'node:crypto'
import { compact, memoryBus } from '@lyceum/kit/bus/memory'
import type { Batch, Bus, Reader } from '@lyceum/kit/bus/bus'
import { marksApplied } from '@lyceum/kit/facts/read-your-writes'
import { openPool } from '@lyceum/kit/database/connections'
import { startConsumer } from '@lyceum/kit/facts/consumer-loop'
import { plainDatabase } from '@lyceum/kit/database/database'
import { toHeaders, toValue } from '@lyceum/kit/facts/wire-format'
import { newId } from '@lyceum/kit/ids'
import { MemberJoinedSchema } from '@lyceum/proto/course'
import type pg from 'pg'
import { consumers } from '../../../services/activity/src/consumers.ts'
import type { Server, Services } from './ground.ts'
import { activitiesEach, idOf, manager, org, type Sizes, student, teacher } from './school.ts'

export type MeasuredQuery = {
  name: string
  /** One piece of work; for another person each time. */
  ask(): Promise<unknown>
  /** The reason for a higher cost in a larger school, if there is one. */
  grows?: string
  done?(): Promise<unknown>
}

const some = (most: number) => randomInt(1, most + 1)

export async function measuredQueries({ call }: Services, server: Server, tag: string, sizes: Sizes): Promise<MeasuredQuery[]> {
  const boss = manager(sizes)
  const anybody = () => student(some(sizes.students))
  /** A course that they are in. */
  const mine = (service: 'course' | 'activity', path: (course: string) => string) => () => {
    const nth = some(sizes.students)
    return call(service, student(nth), 'GET', path(idOf('course', 1 + (nth % sizes.courses))))
  }
  const crowded = idOf('course', 1)
  const film = idOf('activity', 1)
  const itsTeacher = teacher(sizes, 1)
  return [
    { name: 'my courses', ask: () => call('course', anybody(), 'GET', '/api/my-courses?page_size=20') },
    { name: 'a course', ask: mine('course', (id) => `/api/courses/${id}`) },
    { name: 'course content', ask: mine('activity', (id) => `/api/courses/${id}/content`) },
    { name: 'what is to do', ask: () => call('activity', anybody(), 'GET', '/api/todo?page_size=20') },
    { name: 'my learning', ask: () => call('activity', anybody(), 'GET', '/api/my-learning') },
    { name: 'my teaching', ask: () => call('activity', teacher(sizes, some(sizes.teachers)), 'GET', '/api/my-teaching') },
    { name: 'notifications, first page', ask: () => call('notification', anybody(), 'GET', '/api/notifications') },
    { name: 'unread count', ask: () => call('notification', anybody(), 'GET', '/api/notifications/unread-count') },
    { name: 'members of a course of 900', ask: () => call('course', itsTeacher, 'GET', `/api/courses/${crowded}/members?page_size=50`) },
    { name: 'the same, last page', ask: () => call('course', itsTeacher, 'GET', `/api/courses/${crowded}/members?page_size=50&page=18`) },
    {
      name: 'watchers of a film, 900 students',
      ask: () => call('activity', itsTeacher, 'GET', `/api/activities/${film}/watchers?page_size=50`),
    },
    {
      name: 'progress report, 900 students',
      ask: () => call('activity', itsTeacher, 'GET', `/api/courses/${crowded}/study-completeness?page_size=50`),
    },
    {
      name: 'people of the school, first page',
      grows: 'The total is counted up to 10,000.',
      ask: () => call('identity', boss, 'GET', '/api/user/search?page_size=20'),
    },
    {
      name: 'people by a user number',
      ask: () => call('identity', boss, 'GET', `/api/user/search?page_size=20&keywords=S${String(some(sizes.students)).padStart(8, '0')}`),
    },
    {
      name: 'people by a family name',
      grows: 'A tenth of this school has the name: names are read in order until a page is full, and counted up to 10,000.',
      ask: () => call('identity', boss, 'GET', '/api/user/search?page_size=20&keywords=Okafor'),
    },
    {
      name: 'people of a department',
      ask: () => call('identity', boss, 'GET', `/api/user/search?page_size=20&org_id=${org}&department_id=${idOf('department', 1)}`),
    },
    {
      name: "a manager's courses, newest first",
      grows: 'The total counts every course of the school by an index.',
      ask: () => call('course', boss, 'POST', '/api/courses?page_size=20', {}),
    },
    {
      name: 'courses that a teacher may find, newest first',
      ask: () => call('course', teacher(sizes, some(sizes.teachers)), 'POST', '/api/courses?page_size=20', {}),
    },
    {
      name: "a manager's courses by a word",
      ask: () => call('course', boss, 'POST', '/api/courses?page_size=20', { conditions: { keyword: `Course ${some(sizes.courses)} L` } }),
    },
    {
      name: 'progress is told: a page is read',
      ask: () => {
        const nth = some(sizes.students)
        const activity = idOf('activity', (nth % sizes.courses) * activitiesEach + 3)
        return call('activity', student(nth), 'POST', `/api/course/activities-read/${activity}`)
      },
    },
    ...(await steps(server, tag, sizes)),
  ]
}

/** The cost of a fact on its way, over logs of so many facts. */
async function steps({ url }: Server, tag: string, sizes: Sizes): Promise<MeasuredQuery[]> {
  const from = openPool(url(`course_${tag}`), { max: 2 })
  const to = openPool(url(`activity_${tag}`), { max: 2 })
  const identity = openPool(url(`identity_${tag}`), { max: 2 })
  const bus = memoryBus()
  const outbound = await bus.outbound({ topic: 'lyceum.course.v1', pool: from })
  const signal = new AbortController().signal
  let reader: Reader | undefined
  const listening: Bus = {
    ...bus,
    inbound: async (given) => {
      reader = given
      return { reposition: async () => {}, lag: () => 0, close: async () => {} }
    },
  }
  const quiet = { warn() {}, error() {}, info() {} } as never
  const consumer = await startConsumer({
    name: 'activity',
    db: plainDatabase(to),
    pool: to,
    bus: listening,
    consumers,
    log: quiet,
    metrics: { count() {}, time() {}, gauge() {}, text: async () => '' },
  })
  const topic = 'lyceum.course.v1'
  let at = await reader!.position(topic, 0, BigInt(sizes.facts))
  const joins = (): Batch => {
    const begin = at
    at += 100n
    return {
      topic,
      partition: 0,
      begin,
      next: at,
      records: Array.from({ length: 100 }, (_, nth) => {
        const member = {
          courseId: idOf('course', some(sizes.courses)),
          personId: idOf('person', some(sizes.students)),
          orgId: org,
          role: 'student',
          state: 'active',
          version: BigInt(Date.now()),
        }
        const key = `course:${member.courseId}`
        return {
          offset: begin + BigInt(nth),
          key,
          value: toValue(MemberJoinedSchema, { member }),
          headers: toHeaders({ id: newId(), type: MemberJoinedSchema.typeName, key, org, time: new Date() }),
        }
      }),
    }
  }
  const client = await from.connect()
  let compacted: string | undefined
  return [
    { name: "the relay's next 20 facts", ask: () => outbound.forward(client as pg.ClientBase, 20, signal) },
    {
      name: 'a consumer takes 100 joins (inbox, position, mirror)',
      ask: () => reader!.deliver(joins(), async () => {}),
    },
    {
      name: 'the log of people made smaller (one process, each minute)',
      ask: async () => (compacted = await compact(identity, compacted)),
    },
    {
      name: 'read your writes: is a fact here?',
      ask: () =>
        marksApplied(to, consumers, [{ topic, key: '', type: MemberJoinedSchema.typeName, id: idOf('fact', some(sizes.facts)) }], 1),
      done: async () => {
        await consumer.stop()
        await outbound.close()
        await bus.close()
        client.release()
        await Promise.all([from.end(), to.end(), identity.end()])
      },
    },
  ]
}
