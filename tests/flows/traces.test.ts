// The trace of one call through every process that it reaches. This product keeps only traces whose id ends in almost nothing.
import { randomBytes } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import { expect, inject, test } from 'vitest'
import { newSchool } from './product.ts'
import type { ReceivedSpan } from './trace-receiver.ts'

const spansOf = async (trace: string) => (await (await fetch(`${inject('traces')}/traces/${trace}`)).json()) as ReceivedSpan[]

test('a write is one trace: the BFF, the service, the fact on its way, and who acts on it', async () => {
  const teacher = await (await newSchool()).signIn('teacher')
  const [kept, lost] = [`${randomBytes(12).toString('hex')}00000001`, `${randomBytes(12).toString('hex')}fffffff0`]
  const page = randomBytes(8).toString('hex')
  const make = (trace: string, flags: string) =>
    teacher.send('POST', '/api/course', {
      headers: { 'content-type': 'application/json', traceparent: `00-${trace}-${page}-${flags}` },
      body: JSON.stringify({ name: 'Followed', course_code: 'F 1' }),
    })
  const unkept = await make(lost, '01')
  const answer = await make(kept, '00')
  expect([unkept.status, answer.status]).toEqual([201, 201])

  // Each process tells its spans in its own rounds, so the one that acts may tell before the one that was asked.
  const hops = [
    ['bff', 'POST /api/course'],
    ['bff', 'POST course'],
    ['course', 'POST /api/course'],
    ['activity', 'process lyceum.course.v1'],
  ]
  const spans = await until(async () => {
    const all = await spansOf(kept)
    const told = hops.every(([service, name]) => all.some((span) => span.service === service && span.name === name))
    const parents = new Set(all.map(({ id }) => id))
    return told && all.every(({ parent }) => parent === page || parents.has(parent)) && all
  })
  const one = (service: string, name: string) => spans.find((span) => span.service === service && span.name === name)!
  const edge = one('bff', 'POST /api/course')
  const way = one('bff', 'POST course')
  const service = one('course', 'POST /api/course')
  const sent = spans.filter(({ service, name }) => service === 'course' && name === 'send lyceum.course.v1')
  const acted = spans.filter(({ name }) => name === 'process lyceum.course.v1')
  expect([edge.parent, way.parent, service.parent]).toEqual([page, edge.id, way.id])
  expect(new Set(sent.map(({ parent }) => parent))).toEqual(new Set([service.id]))
  expect(new Set(acted.map(({ service }) => service))).toContain('activity')
  for (const { parent, attributes } of acted)
    expect(sent.find(({ id }) => id === parent)?.attributes['lyceum.fact.id']).toBe(attributes['lyceum.fact.id'])
  expect(edge.attributes).toMatchObject({
    'http.response.status_code': 201,
    'lyceum.request_id': answer.headers.get('x-request-id'),
  })
  expect(service.attributes['lyceum.request_id']).toBe(answer.headers.get('x-request-id'))
  expect(spans.filter(({ failed }) => failed)).toEqual([])
  expect(await spansOf(lost)).toEqual([])
})
