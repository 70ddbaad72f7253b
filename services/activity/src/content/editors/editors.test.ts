// Editors of an activity: their beats, what others see and hear of them, their end.
import { newId } from '@lyceum/kit/ids'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { editorLifetime, type Editors } from './api.ts'
import { mostEditors, type OpenEditor, readEditors, withBeat } from './open-editors.ts'

let env: TestCourse
let id: string
const hints: Hint[] = []
beforeAll(async () => {
  env = await testCourse()
  id = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Tides' })).id
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
  await subscribeToHints(env.activities.world.kv, (hint) => hints.push(hint))
})
afterAll(async () => {
  await env?.stop()
})

const beat = (who: typeof env.teacher, editor: string, open = true): Promise<Editors> =>
  env.ok(who, 'PUT', `/api/activities/${id}/editors`, { editor, open })
const list = (who = env.teacher): Promise<Editors> => env.ok(who, 'GET', `/api/activities/${id}/editors`)
const opened = ({ editors }: Editors) => editors.map(({ editor, person }) => [editor, person.name !== '' && person.id])

test('the editors of two people and of two windows see one another, and hear who comes and goes', async () => {
  const [mine, second, theirs] = [newId(), newId(), newId()]
  const { teacher, other } = env
  await beat(teacher, mine)
  expect(hints.filter(({ subject }) => subject === 'editorsChanged')).toEqual([])
  await beat(other, theirs)
  await beat(other, theirs)
  expect(opened(await beat(teacher, second))).toEqual([
    [mine, teacher.person],
    [theirs, other.person],
    [second, teacher.person],
  ])
  // nobody closes the editor of somebody else
  await beat(other, mine, false)
  expect(opened(await list())).toHaveLength(3)
  await beat(teacher, second, false)
  await beat(teacher, mine, false)
  expect(opened(await list())).toEqual([[theirs, other.person]])
  const heard = hints.filter(({ subject }) => subject === 'editorsChanged').map(({ people }) => people)
  expect(heard).toEqual([[teacher.person], [teacher.person, other.person], [teacher.person, other.person], [other.person]])
  await beat(other, theirs, false)
  expect(opened(await list())).toEqual([])
})

test('the person who changed it last, and the version they made', async () => {
  expect(await list()).toMatchObject({ changed_by: null, changed_at: null })
  const { version } = await env.ok(env.other, 'PUT', `/api/activities/${id}`, { title: 'Ebb and flood' })
  const changed = await list()
  expect(changed).toMatchObject({ version, changed_by: { id: env.other.person }, changed_at: expect.any(String) })
  // what a colleague does to its neighbours, and an opening, are not changes of it
  const { teacher, course } = env
  const { id: module } = await env.ok(teacher, 'POST', `/api/courses/${course}/modules`, { name: 'Shores' })
  await env.ok(teacher, 'POST', `/api/courses/${course}/publish-activities`, { activity_ids: [id], published: true })
  const published = await list()
  expect(published).toMatchObject({ changed_by: changed.changed_by, changed_at: changed.changed_at })
  expect(published.version).toBeGreaterThan(version)
  await env.ok(teacher, 'PUT', `/api/modules/${module}/activity-sort`, { activity_ids: [id] })
  expect((await list()).changed_by).toMatchObject({ id: teacher.person })
})

test('the same of a question of a bank, by who may change it', async () => {
  const { teacher, other, student, course } = env
  const bank = (await env.ok(teacher, 'POST', '/api/banks', { title: 'Tides', course_id: course })).id
  const draft = {
    type: 'true_false',
    title: '',
    stem: 'It is salt.',
    content: {},
    key: { right: true },
    feedback: '',
    points: '1',
    tags: [],
  }
  const [made] = (await env.ok(teacher, 'POST', `/api/banks/${bank}/questions`, { questions: [draft] })).results
  const at = `/api/questions/${made.id}`
  const beatAt = (who: typeof teacher, editor: string, open = true): Promise<Editors> =>
    env.ok(who, 'PUT', `${at}/editors`, { editor, open })
  const [mine, theirs] = [newId(), newId()]
  expect(await beatAt(teacher, mine)).toMatchObject({ editors: [{ editor: mine }], changed_by: null })
  await beatAt(other, theirs)
  const { version } = await env.ok(other, 'GET', at)
  const saved = await env.ok(other, 'PUT', at, { stem: 'It is fresh.', version })
  await beatAt(other, theirs, false)
  expect(hints.filter(({ aggregate }) => aggregate === 'question').map(({ id, people }) => [id, people])).toEqual([
    [made.id, [teacher.person]],
    [made.id, [teacher.person]],
  ])
  expect(await env.ok(teacher, 'GET', `${at}/editors`)).toMatchObject({
    version: saved.version,
    changed_by: { id: other.person },
    changed_at: saved.updated_at,
    editors: [{ editor: mine }],
  })
  expect((await env.call(student, 'GET', `${at}/editors`)).status).toBe(403)
})

test('a student neither sees nor says it', async () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { editor: newId(), open: true }],
  ] as const)
    expect((await env.call(env.student, method, `/api/activities/${id}/editors`, body)).status).toBe(403)
})

describe('the entry of the kv', () => {
  const lifetime = editorLifetime
  test('an editor without beats ends', () => {
    const one: OpenEditor = { editor: 'a', person: 'p', since: 0, at: 1000 }
    expect(readEditors(JSON.stringify([one]), 1000 + lifetime * 1000 - 1, lifetime)).toEqual([one])
    expect(readEditors(JSON.stringify([one]), 1000 + lifetime * 1000, lifetime)).toEqual([])
    expect(readEditors('not JSON', 0, lifetime)).toEqual([])
  })
  test('beats never make more than the most, and change the editors of their person alone', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ editor: fc.integer({ max: 30, min: 0 }).map(String), person: fc.constantFrom('p', 'q'), open: fc.boolean() })),
        (beats) => {
          let editors: OpenEditor[] = []
          for (const [now, one] of beats.entries()) {
            const before = editors
            editors = withBeat(before, one, now)
            expect(editors.length).toBeLessThanOrEqual(mostEditors)
            expect(editors.some(({ editor, person }) => editor === one.editor && person === one.person)).toBe(one.open)
            if (before.length < mostEditors)
              expect(editors.filter(({ person }) => person !== one.person)).toEqual(before.filter(({ person }) => person !== one.person))
          }
        },
      ),
    ))
})
