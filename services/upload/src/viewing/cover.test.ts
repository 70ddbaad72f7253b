// The cover of a course: whoever sees the course sees it, guests where the course is open to them, and nobody else.
import { type Actor, visitor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, student: Actor, picture: string
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, student } = env.school)
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  picture = (await env.send(teacher, png, { name: 'reef.png' })).id
})
afterAll(() => env?.stop())

async function course(cover: string | null, { published = true, scope = 'members' } = {}) {
  const id = newId()
  await env.school.db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version, public_scope, cover_upload_id)
     values ($1, $2, 'Tides', 'T', 1, $3, false, 5, $4, $5)`,
    [id, env.school.org, published, scope, cover],
  )
  await env.school.db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'student', 'active', 1)`,
    [id, student.person, env.school.org],
  )
  return id
}
const cover = (who: Actor, id: string) => env.call(who, 'GET', `/api/courses/${id}/cover`)
const shown = async (who: Actor, id: string) => (await env.bytes(String((await cover(who, id)).headers.location))).status

test('a student is led to the picture, which is nobody’s own file of theirs', async () => {
  const id = await course(picture)
  expect(await shown(student, id)).toBe(200)
  expect((await env.call(student, 'GET', `/api/uploads/${picture}/view`)).status).toBe(403)
  await env.school.db.query(`update mirror.members set state = 'left', version = 2 where course_id = $1`, [id])
  expect((await cover(student, id)).status).toBe(403)
})

test('204 without a cover, 403 while the course is hidden from its students', async () => {
  expect((await cover(student, await course(null))).status).toBe(204)
  expect((await cover(student, await course(newId()))).status).toBe(204)
  expect((await cover(student, await course(picture, { published: false }))).status).toBe(403)
})

test('guests see that of a course open to them, and only while it is', async () => {
  await env.school.db.query(`update mirror.orgs set settings = '{"guest_preview": true}' where id = $1`, [env.school.org])
  const id = await course(picture, { scope: 'public' })
  expect(await shown(visitor(), id)).toBe(200)
  expect((await cover(visitor(), await course(picture))).status).toBe(401)
})
