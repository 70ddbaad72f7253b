// Answers that do not count by themselves: from a device that is not the attempt's any more, and what came too late.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropMonitor } from '../invigilation/monitor.ts'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

test('answers of a device that is not the attempt’s any more are kept beside it until the same is written on the other one', async () => {
  const id = await exam.simple()
  const { id: attempt } = await exam.begin(id)
  const tablet = { device: randomUUID() }
  await exam.begin(id, env.student, tablet)
  await exam.save(attempt, [{ slot: 0, seq: 9, answer: exam.right }], env.student, tablet)
  const held = [
    { slot: 0, seq: 5, answer: { choice: 'oxygen' } },
    { slot: 1, seq: 6, answer: { value: true } },
  ]
  // the one for which the other device has a newer answer was changed, not lost
  expect((await exam.save(attempt, held, env.student, { as_late: true })).body).toMatchObject({ saved: [{ slot: 0, seq: 9 }], late: [1] })
  const counted = async () => {
    dropMonitor(id)
    const { items } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation`)
    const late = await env.ok(env.teacher, 'GET', `/api/attempts/${attempt}/late-answers`)
    return [items.find(({ attempt_id }: { attempt_id: string }) => attempt_id === attempt).late, late.items.length]
  }
  expect(await counted()).toEqual([1, 1])
  await exam.begin(id)
  expect((await exam.save(attempt, held)).body.saved).toEqual([
    { slot: 0, seq: 9 },
    { slot: 1, seq: 6 },
  ])
  expect(await counted()).toEqual([0, 0])
})

test('the student sees the number of answers that came too late', async () => {
  const id = await exam.simple()
  const { id: attempt } = await exam.begin(id)
  await exam.expire(attempt)
  await exam.save(attempt, [{ slot: 0, seq: 1, answer: exam.right }])
  await exam.sweep()
  const late = async () => (await exam.mine(id)).attempts[0].late
  expect(await late()).toBe(1)
  await env.ok(env.teacher, 'POST', `/api/attempts/${attempt}/late-answers/take`, { slots: [0] })
  expect(await late()).toBe(0)
})

test('of late answers the newest of each device stays, in whatever order they arrive; each may be let count, and none is lost by another', async () => {
  const id = await exam.simple()
  const { id: attempt } = await exam.begin(id)
  const phone = { device: randomUUID() }
  await exam.save(attempt, [{ slot: 0, seq: 1, answer: { choice: 'nitrogen' } }])
  await exam.expire(attempt)
  await exam.sweep()
  const late = (seq: number, choice: string, more = {}) => exam.save(attempt, [{ slot: 0, seq, answer: { choice } }], env.student, more)
  for (const [seq, choice] of [
    [7, 'carbon'],
    [5, 'oxygen'],
    [7, 'oxygen'],
  ] as const)
    expect((await late(seq, choice)).body.late).toEqual([0])
  expect((await late(6, 'oxygen', { ...phone, as_late: true })).body.late).toEqual([0])
  const kept = async () =>
    (await env.ok(env.teacher, 'GET', `/api/attempts/${attempt}/late-answers`)).items.map(
      (one: { device: string; answer: { choice: string }; counted: { choice: string } }) => [
        one.device,
        one.answer.choice,
        one.counted.choice,
      ],
    )
  expect(await kept()).toEqual([
    [phone.device, 'oxygen', 'nitrogen'],
    [exam.device, 'carbon', 'nitrogen'],
  ])
  const take = (body: object) => env.ok(env.teacher, 'POST', `/api/attempts/${attempt}/late-answers/take`, { slots: [0], ...body })
  expect(await take({})).toEqual({ taken: [0] })
  expect(await kept()).toEqual([[phone.device, 'oxygen', 'carbon']])
  // an older one counts only where it is meant
  expect(await take({})).toEqual({ taken: [] })
  expect(await take({ device: randomUUID() })).toEqual({ taken: [] })
  expect(await take(phone)).toEqual({ taken: [0] })
  expect(await kept()).toEqual([])
})
