// Whom the hints of facts reach, by the table of proto; and that the table names every fact.
import { readdirSync } from 'node:fs'
import { hintAudiences } from '@lyceum/proto/hint-audiences'
import { CourseChangedSchema, CourseReviewedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { expect, test } from 'vitest'
import { type Hint, subscribeToHints } from '../kv/hints.ts'
import { testProducer } from '../test/test-producer.ts'
import { testWorld } from '../test/test-service.ts'
import { until } from '../test/wait.ts'
import { factName } from './wire-format.ts'

test('every fact has a line, and every line a fact', () => {
  const facts = readdirSync(new URL('../../../proto/examples/', import.meta.url)).map((file) => file.replace(/\.json$/, ''))
  const hinting = facts.filter((type) => !type.startsWith('lyceum.statistics.')).map(factName)
  expect(Object.keys(hintAudiences).toSorted()).toEqual([...new Set(hinting)].toSorted())
})

test('a fact of one person’s doing reaches its people, without people nobody; a change by teachers reaches all, a quiet one nobody', async () => {
  const world = await testWorld()
  const heard: Hint[] = []
  await subscribeToHints(world.kv, (hint) => heard.push(hint))
  const producer = await testProducer(world, 'course')
  const about = { key: 'course:c', org: 'o' }
  const course = { course: { id: 'c' } }
  const member = { member: { courseId: 'c', personId: 'p' } }
  await producer.emit(MemberJoinedSchema, { key: 'course:d', org: 'o' }, member)
  await producer.emit(CourseReviewedSchema, about, course)
  await producer.emit(MemberJoinedSchema, { ...about, hint: { people: ['p', 'teacher'] } }, member)
  await producer.emit(CourseChangedSchema, { ...about, key: 'course:e', quiet: true }, course)
  await producer.emit(CourseChangedSchema, about, course)
  await until(() => heard.some(({ subject }) => subject === 'courseChanged'))
  await producer.stop()
  expect(heard.map(({ subject, id, people }) => [subject, id, people])).toEqual([
    ['memberJoined', 'c', ['p', 'teacher']],
    ['courseChanged', 'c', undefined],
  ])
})
