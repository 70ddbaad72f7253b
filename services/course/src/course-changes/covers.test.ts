// Tests of covers.
import { readFileSync } from 'node:fs'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import type { TestService } from '@lyceum/kit/test/test-service'
import { UploadReadySchema } from '@lyceum/proto/upload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())
const createCourse = (draft: object = {}, actor = school.teacher) => makeCourse(it, actor, draft)

describe('a cover', () => {
  let uploads: Awaited<ReturnType<typeof testProducer>>
  beforeAll(async () => {
    uploads = await testProducer(it.world, 'upload')
  })
  afterAll(() => uploads?.stop())
  const upload = async (owner: Actor, fields: object = {}) => {
    const id = newId()
    const data = {
      id,
      orgId: owner.org,
      personId: owner.person,
      name: 'reef.png',
      type: 'image',
      size: 10n,
      status: 'ready',
      version: 1n,
      ...fields,
    }
    await uploads.emit(UploadReadySchema, { key: `upload:${id}`, org: owner.org }, { upload: data })
    await expect.poll(async () => (await school.db.query('select 1 from uploads where id = $1', [id])).rowCount).toBe(1)
    return id
  }
  const refused = async (cover_upload_id: string, actor = school.teacher) => {
    const course = await createCourse()
    const making = await it.call(actor, 'POST', '/api/course', { name: 'x', cover_upload_id })
    const changing = await it.call(actor, 'PUT', `/api/courses/${course.id}`, { cover_upload_id })
    expect(changing.body.details).toEqual(making.body.details)
    return [making.status, changing.status, making.body.details.cover_upload_id[0].code]
  }
  test('is a ready picture of whoever chooses it', async () => {
    const [other, first, second] = [await upload(school.teacher), await upload(school.teacher), await upload(school.teacher)]
    const course = await createCourse({ cover_upload_id: first })
    expect(course.cover_upload_id).toBe(first)
    const change = (cover_upload_id: string | null, actor = school.teacher) =>
      it.call(actor, 'PUT', `/api/courses/${course.id}`, { cover_upload_id, semester: 'Autumn' })
    expect((await change(second)).body.cover_upload_id).toBe(second)
    // a manager saves the whole form: the colleague's cover stays
    expect((await change(second, school.manager)).body).toMatchObject({ cover_upload_id: second, semester: 'Autumn' })
    expect((await change(other, school.manager)).body.details.cover_upload_id[0].code).toBe('upload.unknown')
    expect((await change(null)).body.cover_upload_id).toBeNull()
    expect(await held(course.id)).toEqual([[first], [second], []])
    // an undo takes a colleague's picture again
    const mine = await upload(school.manager)
    await change(second)
    expect((await change(mine, school.manager)).body.cover_upload_id).toBe(mine)
    expect((await change(second, school.manager)).body.cover_upload_id).toBe(second)
    expect((await change(first, school.manager)).status).toBe(400)
  })
  const held = async (course: string): Promise<string[][]> =>
    (
      await school.db.query(
        `select value::jsonb->'upload_ids' as ids from kit.outbox
         where type = 'lyceum.course.v1.FilesHeld' and value::jsonb->>'holder' = 'cover:' || $1 order by seq`,
        [course],
      )
    ).rows.map(({ ids }) => ids)
  test('chosen by a release before is told by the migration, as it is now', async () => {
    const id = await upload(school.teacher)
    const course = await createCourse({ cover_upload_id: id })
    await school.db.query(
      readFileSync(new URL('../../prisma/migrations/20261122203900_covers_held/migration.sql', import.meta.url), 'utf8'),
    )
    const facts = await school.db.query(
      `select key, org_id, version, value::jsonb as value from kit.outbox where type = 'lyceum.course.v1.FilesHeld' and key = $1`,
      [`course:${course.id}`],
    )
    expect(facts.rows).toHaveLength(2)
    expect(facts.rows[1]).toEqual(facts.rows[0])
  })
  test.each([
    ['nobody’s', async () => newId(), 'upload.unknown'],
    ['a colleague’s', () => upload(school.other), 'upload.unknown'],
    ['of another organisation', () => upload({ ...school.teacher, org: far.org }), 'upload.unknown'],
    ['deleted', () => upload(school.teacher, { deleted: true }), 'upload.unknown'],
    ['a video', () => upload(school.teacher, { type: 'video' }), 'course.coverNotPicture'],
    ['not ready', () => upload(school.teacher, { status: 'processing' }), 'upload.notReady'],
  ])('400 at cover_upload_id for one that is %s', async (_, id, code) => {
    expect(await refused(await id())).toEqual([400, 400, code])
  })
  test('a cover that is not known yet while facts travel is 503 behind', async () => {
    const headers = { 'lyceum-after': `lyceum.upload.v1;upload:x;lyceum.upload.v1.UploadReady;${newId()}`, 'lyceum-wait': '1' }
    const answer = await it.call(school.teacher, 'POST', '/api/course', { name: 'x', cover_upload_id: newId() }, headers)
    expect([answer.status, answer.body.code]).toEqual([503, 'behind'])
  })
})
