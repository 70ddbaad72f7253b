// Tests of facts on the wire.
import { readdirSync, readFileSync } from 'node:fs'
import { type DescMessage, toJson } from '@bufbuild/protobuf'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { UserActionSchema } from '@lyceum/proto/statistics'
import { expect, test } from 'vitest'
import { type Fact, factName, fromHeaders, fromValue, toHeaders, topicOf, toValue, userAction } from './wire-format.ts'
import { versionAfter } from './outbox.ts'

const examples = new URL('../../../proto/examples/', import.meta.url)
const types = readdirSync(examples).map((file) => file.replace(/\.json$/, ''))

test.each(types)('an example of %s can still be read, and nothing of it is lost', async (type) => {
  const module = (await import(
    new URL(`../../../proto/gen/${topicOf(type).replaceAll('.', '/')}/events_pb.ts`, import.meta.url).href
  )) as Record<string, DescMessage>
  const schema = module[`${type.split('.').at(-1)}Schema`]
  expect(schema, `${type} is gone: its records are still on the topic`).toBeDefined()
  const text = readFileSync(new URL(`${type}.json`, examples), 'utf8')
  const read = toJson(schema!, fromValue(schema!, text), { useProtoFieldName: true, alwaysEmitImplicit: true })
  expect(read).toMatchObject(JSON.parse(text))
})

test('a value has proto field names and its zero values; fields that are not known are passed over', () => {
  const value = JSON.parse(toValue(CourseChangedSchema, { course: { id: 'c', version: 5n } }))
  expect(value.course).toMatchObject({ id: 'c', course_code: '', published: false, version: '5' })
  expect(value.course.academic_year).toBeUndefined()
  expect(fromValue(CourseChangedSchema, JSON.stringify({ ...value, added_later: 1 })).course!.id).toBe('c')
  expect(() => fromValue(CourseChangedSchema, '{"course":7}')).toThrow()
})

test('headers are CloudEvents attributes and come back as they were', () => {
  const fact: Fact = {
    id: 'i',
    type: 'lyceum.course.v1.CourseChanged',
    key: 'course:c',
    org: 'o',
    actor: 'p',
    version: 9007199254740993n,
    time: new Date(5),
    traceparent: '00-a-b-01',
    quiet: true,
  }
  expect(toHeaders(fact)).toMatchObject({
    ce_specversion: '1.0',
    ce_source: '/lyceum/course',
    ce_subject: 'course:c',
    'content-type': 'application/json',
  })
  expect(fromHeaders(toHeaders(fact), 'course:c')).toEqual(fact)
  const { quiet: _, ...loud } = fact
  expect(toHeaders(loud)).not.toHaveProperty('ce_quiet')
  expect(fromHeaders(toHeaders(loud), 'course:c')).toEqual(loud)
  expect(fromHeaders({}, 'course:c')).toBeUndefined()
  expect([topicOf(fact.type), factName(fact.type)]).toEqual(['lyceum.course.v1', 'courseChanged'])
})

test('a version grows with every change, also when the clock stands behind it', () => {
  const now = new Date(1000)
  expect(versionAfter(undefined, now)).toBe(1000n)
  expect(versionAfter(999n, now)).toBe(1000n)
  expect(versionAfter(1000n, now)).toBe(1001n)
  expect(versionAfter(5000n, now)).toBe(5001n)
})

test('a user action written by hand is what proto3 JSON of its message is', () => {
  const least = { id: 'i', orgId: 'o', action: 'a' }
  const all = {
    ...least,
    userId: 'u',
    courseId: 'c',
    attributes: { section: 'a "b" \u2028' },
    screenWidth: 5,
    screenHeight: 6,
    path: '/é',
    occurredAt: 'x',
    receivedAt: 'y',
  }
  for (const action of [least, all]) expect(userAction(action).value).toBe(toValue(UserActionSchema, action))
  expect([userAction(least).key, userAction(all).key]).toEqual(['action:i', 'person:u'])
})
