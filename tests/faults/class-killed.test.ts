// The one process killed with -9 in a roll call: what was answered stays, nobody is asked twice, and the roll call closes at its time after the next start.
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { callsOver, makeWriters } from '../load/writers.ts'
import { query } from './course.ts'

const students = 60

let product: Product
beforeAll(async () => {
  product = await startProduct({ way: 'one', name: 'faults-class', env: { RATE_LIMIT: '0' } })
})
afterAll(() => product?.stop())

test('claims that were answered before a kill stay, the others are made again, and the close comes once by its job', async () => {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course }, body: { published: true } })
  await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  const writers = await makeWriters(product, school.id, course, students)
  const { call, close } = callsOver(product)
  const session = await teacher.call('POST /api/courses/:id/class-sessions', { params: { id: course }, body: { title: 'Lecture 7' } })
  const opened = await teacher.call('POST /api/class-sessions/:id/roll-calls', {
    params: { id: session.id },
    body: { ways: ['number'], minutes: 60 },
  })
  const params = { id: opened.id }
  const claim = async (writer: (typeof writers)[number], number: string | null) =>
    await call(writer, 'POST', `/api/roll-calls/${opened.id}/claim`, { number, device: writer.device })
  const rows = (sql: string, values: unknown[] = [opened.id]) => query<Record<string, any>>(product.databases.activity, sql, values)

  const { number } = await teacher.call('GET /api/roll-calls/:id/code', { params })
  // the kill meets the middle of them: a few are answered, the others are under way or not begun
  let answered = 0
  const killed = Promise.withResolvers<void>()
  const first = await Promise.all(
    writers.slice(0, 40).map(async (writer) => {
      const { status, body } = await claim(writer, number)
      if (status === 200 && ++answered === 12) void product.kill().then(killed.resolve)
      return { writer, status, at: body?.at }
    }),
  )
  await killed.promise
  await product.again()
  const kept = first.filter(({ status }) => status === 200)
  expect(kept.length).toBeGreaterThanOrEqual(12)
  const there = async () =>
    new Map(
      (await rows('select person_id::text as person, state, at from attendance where roll_call_id = $1')).map((one) => [one.person, one]),
    )
  const afterKill = await there()
  for (const { writer, at } of kept) expect(afterKill.get(writer.person)).toMatchObject({ state: 'present', at: new Date(at) })

  // nobody needs to claim again; whoever does is answered the same, by whatever number
  const again = await claim(kept[0]!.writer, '0000')
  expect(again).toMatchObject({ status: 200, body: { at: kept[0]!.at } })
  const state = await call(kept[0]!.writer, 'GET', `/api/class-sessions/${session.id}/state`)
  expect(state.body.mine.attendance).toEqual({ state: 'present', at: kept[0]!.at })
  // those without an answer claim by the present number: the secret outlives the process
  const { number: later } = await teacher.call('GET /api/roll-calls/:id/code', { params })
  const retried = await Promise.all(first.filter(({ status }) => status !== 200).map(({ writer }) => claim(writer, later)))
  expect(retried.every(({ status }) => status === 200)).toBe(true)
  expect((await there()).size).toBe(40)

  // its time comes while nothing runs
  await rows(`update roll_calls set closes_at = now() where id = $1`)
  await rows(`update kit.jobs set run_at = now() + interval '3 seconds' where key = 'roll-call:' || $1`)
  await product.kill()
  const down = new Date()
  await product.again()
  await until(async () => (await rows('select from roll_calls where id = $1 and recorded_at is not null')).length === 1, 15_000, 50)
  const [closed] = await rows('select closed_at from roll_calls where id = $1')
  expect(closed?.closed_at.getTime()).toBeGreaterThan(down.getTime())
  const all = [...(await there()).values()].map((one) => one.state)
  expect([all.length, all.filter((one) => one === 'absent').length]).toEqual([students, students - 40])
  const facts = await rows(
    `select value::jsonb ->> 'person_id' as person from kit.outbox where type = 'lyceum.activity.v1.AttendanceChanged' and value like '%' || $1 || '%'`,
  )
  expect(facts.length).toBe(students)
  expect(new Set(facts.map(({ person }) => person))).toEqual(new Set(writers.map(({ person }) => person)))
  expect(await rows(`select from kit.jobs where key in ('roll-call:' || $1, 'attendance:' || $1)`)).toEqual([])
  close()
})
