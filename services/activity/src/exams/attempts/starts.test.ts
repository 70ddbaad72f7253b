// The start of an attempt: number of attempts, access code, addresses, prerequisites, dates.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionTypes } from '../../questions/question-types.ts'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

const itemsOf = async (attempt: string) => (await exam.paper(attempt)).sections.flatMap(({ items }: { items: object[] }) => items)

describe('the start', () => {
  test('so often as there are attempts; best, last, first and average count', async () => {
    const points: Record<string, string> = { best: '5', last: '0', first: '2', average: '2.3333' }
    for (const counts of Object.keys(points)) {
      const id = await exam.simple({ attempts: 3, counts, results_when: 'at_once' })
      for (const [one, two] of [
        [exam.right, false],
        [exam.right, true],
        [{ choice: 'oxygen' }, false],
      ] as const) {
        const { id: attempt } = await exam.begin(id)
        const solution = (await itemsOf(attempt)).length === 2
        expect(solution).toBe(true)
        await exam.submit(attempt, env.student, {
          items: [
            { slot: 0, seq: 1, answer: one },
            { slot: 1, seq: 1, answer: { value: isTrue(two) } },
          ],
        })
        await exam.sweep()
      }
      expect((await exam.start(id)).body.code).toBe('attempt.noneLeft')
      expect([counts, (await exam.mine(id)).counted]).toEqual([counts, points[counts]])
    }
  })
  test('with the code, which no read of the activity has, and not more than ten tries', async () => {
    const id = await exam.simple()
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}/exam-access`, { code: 'Tide-7', ip_ranges: [] })
    expect(await exam.mine(id)).toMatchObject({ needs_code: true, may_start: true })
    for (const who of [env.student, env.teacher])
      for (const url of [`/api/activities/${id}`, `/api/activities/${id}/my-attempts`, `/api/courses/${env.course}/content`])
        expect(JSON.stringify(await env.ok(who, 'GET', url)).toLowerCase()).not.toContain('tide-7')
    expect((await env.call(env.student, 'GET', `/api/activities/${id}/exam-access`)).status).toBe(403)
    expect((await exam.start(id)).body.code).toBe('attempt.codeWrong')
    expect((await exam.start(id, env.student, { code: ' tide-7 ' })).status).toBe(200)
    const guesser = await exam.student('Guesser')
    const tries = []
    for (let nth = 0; nth < 12; nth++) tries.push((await exam.start(id, guesser, { code: `tide-${nth + 10}` })).body.code)
    expect(tries).toEqual([...Array(10).fill('attempt.codeWrong'), 'attempt.codeTooOften', 'attempt.codeTooOften'])
    const parallel = await exam.student('Parallel')
    const all = await Promise.all(Array.from({ length: 40 }, (_, nth) => exam.start(id, parallel, { code: `tide-${nth + 10}` })))
    expect(all.filter(({ body }) => body.code === 'attempt.codeWrong')).toHaveLength(10)
  })
  test('from the addresses that were set', async () => {
    const id = await exam.simple()
    const refused = await env.call(env.teacher, 'PUT', `/api/activities/${id}/exam-access`, { code: null, ip_ranges: ['192.0.2.0/33'] })
    expect(refused.body.details).toHaveProperty(['ip_ranges.0'])
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}/exam-access`, { code: null, ip_ranges: ['192.0.2.0/24'] })
    expect([(await exam.start(id)).body.code, (await exam.mine(id)).why]).toEqual(['attempt.addressRefused', 'address'])
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}/exam-access`, { code: null, ip_ranges: ['127.0.0.0/8', '::1'] })
    expect((await exam.start(id)).status).toBe(200)
  })
  test('not while it waits for another activity, chosen or the one before it; a student who writes already goes on', async () => {
    const who = await exam.student('Waits')
    const { id: first } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
      type: 'page',
      title: 'Read first',
      published: true,
      completion_criterion_key: 'read',
    })
    const id = await exam.simple()
    const require = (...prerequisite_ids: string[]) => env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { prerequisite_ids })
    const checkpoint = (mode: string) => env.db.query('update mirror.courses set learning_mode = $2 where id = $1', [env.course, mode])
    await require(first)
    expect((await exam.start(id, who)).body).toMatchObject({ code: 'activity.locked' })
    await require()
    await checkpoint('checkpoint')
    try {
      expect((await exam.start(id, who)).body).toMatchObject({ code: 'activity.locked' })
      await checkpoint('normal')
      const { id: attempt } = await exam.begin(id, who)
      await require(first)
      expect((await exam.begin(id, who)).id).toBe(attempt)
    } finally {
      await checkpoint('normal')
    }
  })
  test('not before it begins, nor who is no student there', async () => {
    const id = await exam.simple({}, { start_time: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await exam.start(id)).body.code).toBe('activity.notStarted')
    expect((await exam.start(id, env.stranger)).status).toBe(403)
    // who teaches tries it out, and it counts nowhere
    expect(await exam.begin(id, env.teacher)).toMatchObject({ trial: true })
    expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation`)).counts).toMatchObject({ running: 0 })
  })
})
/** The answer to the statement of the paper, right or wrong. */
const isTrue = (wanted: boolean) => questionTypes.true_false.example.key.right === wanted
