// Personal times as they are stored, beside those of the rules, after writes in a random order.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'
import { type Granted, heldBy, timesOf } from './rules.ts'
import { closes, due, joinTimes, opens } from './times-sql.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const began = Math.round(Date.now() / 1000) * 1000
const hours = (count: number) => new Date(began + count * 3_600_000).toISOString()
const add = async (draft: object): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', published: true, ...draft }))
    .id
const allowed = (body: object) =>
  env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, { person_ids: [env.student.person], ...body })
const takeBack = ({ id }: { id: string }) => env.ok(env.teacher, 'DELETE', `/api/allowances/${id}`)

test('personal times are what the rules say of activities and their modules, whatever was written in which order', async () => {
  const random = randomly(20_261_122)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const maybe = (hour: number) => (random() < 0.5 ? hours(hour + Math.floor(random() * 20)) : null)
  const activities = await Promise.all(
    Array.from({ length: 4 }, () => add({ start_time: maybe(-50), due_time: maybe(50), end_time: maybe(100) })),
  )
  const addModule = async () => (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Sea' })).id as string
  const modules = [await addModule(), await addModule()]
  const made: { id: string; version: number }[] = []
  for (let step = 0; step < 40; step++) {
    const kind = random()
    if (kind < 0.5) {
      const activity_id = random() < 0.6 ? pick(activities) : undefined
      const extra = random() < 0.5 ? { extra_minutes: 1 + Math.floor(random() * 500) } : { extra_percent: 1 + Math.floor(random() * 50) }
      const dates = activity_id ? { opens: maybe(-50), due: maybe(50), closes: maybe(100) } : {}
      made.push(await allowed({ activity_id, attempts: 1 + Math.floor(random() * 5), ...extra, ...dates }))
    } else if (kind < 0.7 && made.length > 0) await takeBack(made.splice(Math.floor(random() * made.length), 1)[0]!)
    else if (kind < 0.8) await env.ok(env.teacher, 'PUT', `/api/modules/${pick(modules)}`, { starts_at: maybe(-30), ends_at: maybe(70) })
    else if (kind < 0.9)
      await env.ok(env.teacher, 'PUT', '/api/activity-resort', {
        activity_ids: [pick(activities)],
        module_id: pick([null, ...modules]),
        before: null,
      })
    else
      await env.ok(env.teacher, 'PUT', `/api/activities/${pick(activities)}`, {
        start_time: maybe(-50),
        due_time: maybe(50),
        end_time: maybe(100),
      })
  }
  const { rows } = await env.db.query(
    `select a.id, a.start_time, a.due_time, a.end_time, d.id as module, d.starts_at as starts, d.ends_at as ends,
       ${opens} as opens, ${due} as due, ${closes} as closes, t.limit_minutes, t.attempts, (
       select coalesce(json_agg(w), '[]') from allowances w where w.course_id = a.course_id and coalesce(w.activity_id, a.id) = a.id) as granted
     from activities a ${joinTimes('$2')} where a.id = any($1)`,
    [activities, env.student.person],
  )
  for (const { granted, start_time, due_time, end_time, module, starts, ends, id: _, ...stored } of rows) {
    const allowances = granted.map((one: Record<string, string | null>) => ({
      ...one,
      scope: one.activity_id ? 'activity' : 'course',
      ...Object.fromEntries(['opens', 'due', 'closes'].map((name) => [name, one[name] ? new Date(one[name]) : null])),
    })) as Granted[]
    const own = { published: true, opens: start_time, due: due_time, closes: end_time }
    const { published: __, ...held } = heldBy<Date>(own, module ? { published: true, starts, ends } : undefined)
    expect(stored).toEqual(timesOf({ ...held, limit_minutes: null }, allowances))
  }
  for (const one of made) await takeBack(one)
})

/** Numbers from 0 to 1, the same in every run. */
function randomly(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
