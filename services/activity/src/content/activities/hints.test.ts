// The hints of activities: a draft's reach those who teach the course, so that no student's page learns that something is being written.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

/** Of each fact of the activity its type and the people of its hint; all where none are named. */
const hinted = async (id: string) => {
  const { rows } = await env.db.query(
    `select split_part(type, '.', 4) as type, hint->'people' as people from kit.outbox
     where type like 'lyceum.activity.v1.Activity%' and value::jsonb->'activity'->>'id' = $1 order by seq`,
    [id],
  )
  return rows.map(({ type, people }) => [type, people ?? 'all'])
}

test('of a draft only who teaches is hinted; of what students see, or saw until now, everybody', async () => {
  const make = (more: object) =>
    env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides', ...more })
  const change = (id: string, body: object) => env.ok(env.teacher, 'PUT', `/api/activities/${id}`, body)
  const teachers = [env.teacher.person]
  const { id } = await make({})
  await change(id, { title: 'Tides II' })
  await change(id, { published: true })
  await change(id, { title: 'Tides III' })
  await change(id, { published: false })
  await change(id, { title: 'Tides IV' })
  expect(await hinted(id)).toEqual([
    ['ActivityCreated', teachers],
    ['ActivityChanged', teachers],
    ['ActivityPublished', 'all'],
    ['ActivityOpened', 'all'],
    ['ActivityChanged', 'all'],
    ['ActivityChanged', 'all'],
    ['ActivityChanged', teachers],
  ])
  const module = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Currents', published: false })
  await env.ok(env.teacher, 'PUT', `/api/modules/${module.id}`, { name: 'Ocean currents' })
  await env.ok(env.teacher, 'PUT', `/api/modules/${module.id}`, { published: true })
  const { rows } = await env.db.query(
    `select hint->'people' as people from kit.outbox where type = 'lyceum.activity.v1.ModuleChanged' and value::jsonb->>'id' = $1 order by seq`,
    [module.id],
  )
  expect(rows.map(({ people }) => people ?? 'all')).toEqual([teachers, teachers, 'all'])
  // shown as opening later, then hidden among others
  const later = await make({ published: true, start_time: new Date(Date.now() + 86_400_000).toISOString() })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [later.id], published: false })
  expect((await hinted(later.id)).at(-1)).toEqual(['ActivityChanged', 'all'])
})
