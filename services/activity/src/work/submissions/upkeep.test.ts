// Upkeep of submissions: emitted again after a restore, deleted with the activity, without an erased person.
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { homeworkIn } from '../../test/homework.ts'
import { eraseSubmissions, purgeSubmissions, resyncSubmissions } from './upkeep.ts'

let env: TestCourse
let made: ReturnType<typeof homeworkIn>
beforeAll(async () => {
  env = await testCourse()
  made = homeworkIn(env)
})
const homework: typeof made.create = (more) => made.create(more)
const mine: typeof made.mine = (...of) => made.mine(...of)
const handIn: typeof made.handIn = (...of) => made.handIn(...of)
const file: typeof made.file = (...of) => made.file(...of)
afterAll(() => env?.stop())

test('told again after a restore, under new versions; forgotten with the activity', async () => {
  const id = await homework()
  await handIn(id, '<p>Mine</p>', { upload_ids: [await file(env.student)] })
  const { id: submission, version } = await mine(id)
  const { length } = await env.facts('FilesHeld')
  await resyncSubmissions(plain(env.db), '')
  expect((await env.facts('FilesHeld')).slice(length).map(({ holder }) => holder)).toContain(`submission:${submission}`)
  const emitted = (await env.facts('SubmissionChanged')).findLast((one) => one.submission_id === submission)
  expect([emitted.state, Number(emitted.version) > version]).toEqual(['submitted', true])
  await purgeSubmissions(plain(env.db), [id])
  expect((await env.facts('FilesHeld')).at(-1)).toMatchObject({ holder: `submission:${submission}`, hold: true })
  expect((await mine(id)).state).toBe('none')
})

test('an erased person is in no work any more, and their files are let go', async () => {
  const id = await homework()
  await handIn(id, '<p>Mine</p>', { upload_ids: [await file(env.student)] })
  const { id: submission } = await mine(id)
  await eraseSubmissions(plain(env.db), env.student.person)
  const held = (await env.facts('FilesHeld')).filter(({ holder }) => holder === `submission:${submission}`)
  expect(held.at(-1)!.upload_ids ?? []).toEqual([])
  const { rows } = await env.db.query('select count(*)::int as n from submissions where member_ids @> array[$1::uuid]', [
    env.student.person,
  ])
  expect(rows[0].n).toBe(0)
})
