// Bulletins through their calls: who sees them, the popup, confirmations, limits, files, erasure.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'

import { plain, rows } from '@lyceum/kit/database/database'
import { DepartmentChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadReadySchema } from '@lyceum/proto/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, nextVersion, org, type TestNotifications, teacher, testNotifications, until } from '../test/notification-facts.ts'
import { isForSql, peopleOfSql } from './audience.ts'
import { publishDue } from './writing.ts'

let env: TestNotifications
const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
beforeAll(async () => {
  env = await testNotifications({ env: { BULLETINS_PER_DAY: '6' } })
  await env.organisation()
})
afterAll(() => env?.stop())

const write = (body: object) => env.service.call(office, 'POST', '/api/org/bulletins', { content: '<p>Up to the exams.</p>', ...body })
const mine = async (person: string, query = 'type=org&page_size=50') =>
  (await env.service.call(as(person), 'GET', `/api/bulletins?${query}`)).body.items.map(({ title }: { title: string }) => title)
const popup = async (person: string) => (await env.service.call(as(person), 'GET', '/api/bulletins/unread?page_size=100')).body.items
/** Bulletins of other tests do not count for the limit. */
const makeOlder = () => env.database.query(`update bulletins set publish_at = publish_at - interval '2 days' where course_id is null`)

test('its readers see it, in the list and once in the popup, and are notified; others do not, by its id neither', async () => {
  const [marine, physics] = [newId(), newId()]
  for (const [id, path] of [
    [marine, [marine]],
    [physics, [physics]],
  ] as const)
    await env.identity.emit(
      DepartmentChangedSchema,
      { key: `department:${id}`, org },
      { id, orgId: org, name: id, path: [...path], code: '', version: nextVersion() },
    )
  const [ann, bo] = [await env.person({ department: marine }), await env.person({ department: physics })]
  await until(async () => expect((await env.database.query('select 1 from mirror.departments where id = $1', [physics])).rowCount).toBe(1))
  const { status, body } = await write({ title: 'Library open', state: 'published', departments: [marine], roles: ['student'] })
  expect([status, body.state, body.audience.departments]).toEqual([201, 'out', [{ id: marine, name: marine }]])
  expect([await mine(ann), await mine(bo)]).toEqual([['Library open'], []])
  expect((await env.service.call(as(bo), 'GET', `/api/bulletins/${body.id}`)).status).toBe(404)
  expect((await popup(ann)).map(({ id }: { id: string }) => id)).toEqual([body.id])
  expect(await popup(bo)).toEqual([])
  await until(async () =>
    expect((await env.list(ann)).items).toMatchObject([
      { type: 'org_bulletin', payload: { subject: { id: body.id, title: 'Library open' } } },
    ]),
  )
  expect((await env.list(bo)).total).toBe(0)
  await env.service.call(as(ann), 'PUT', '/api/bulletins/seen', { ids: [body.id] })
  expect(await popup(ann)).toEqual([])
  expect((await env.service.call(as(ann), 'PUT', `/api/bulletins/${body.id}/read`)).status).toBe(204)
  expect((await env.list(ann)).unread_count).toBe(0)
  expect(await mine(ann, 'type=org&unread=true')).toEqual([])
  expect((await env.service.call(as(ann), 'POST', '/api/org/bulletins', { title: 'x' })).status).toBe(403)
  const audited = await env.database.query('select action, after from kit.audit where subject = $1 order by action', [
    `bulletin:${body.id}`,
  ])
  expect(audited.rows).toEqual(['bulletin.created', 'bulletin.published'].map((action) => ({ action, after: { title: 'Library open' } })))
  await makeOlder()
})

test('a draft is nobody’s; one for later comes out at its time, and an expired one goes; nobody is notified of it again', async () => {
  const ann = await env.person({ roles: ['faculty'] })
  const roles = ['faculty']
  const draft = (await write({ title: 'Draft', roles })).body
  const later = (await write({ title: 'Later', state: 'published', roles, publish_at: new Date(Date.now() + 3_600_000).toISOString() }))
    .body
  expect([draft.state, later.state, await mine(ann)]).toEqual(['draft', 'scheduled', []])
  await env.database.query(`update bulletins set publish_at = now() - interval '1 minute' where id = $1`, [later.id])
  expect(await publishDue(plain(env.database), new Date(), 10)).toBe(1)
  expect(await publishDue(plain(env.database), new Date(), 10)).toBe(0)
  await until(async () => expect((await env.list(ann)).total).toBe(1))
  const changed = await env.service.call(office, 'PUT', `/api/org/bulletins/${later.id}`, {
    title: 'Later, corrected',
    version: later.version,
  })
  expect(changed.status).toBe(200)
  expect((await env.service.call(office, 'PUT', `/api/org/bulletins/${later.id}`, { title: 'x', version: later.version })).body.code).toBe(
    'bulletin.newer',
  )
  expect(await mine(ann)).toEqual(['Later, corrected'])
  await env.settled()
  expect((await env.list(ann)).total).toBe(1)
  expect(
    (
      await env.service.call(office, 'PUT', `/api/org/bulletins/${later.id}`, {
        expires_at: '2020-01-01T00:00:00Z',
        version: changed.body.version,
      })
    ).body.details,
  ).toHaveProperty('expires_at')
  await env.database.query(
    `update bulletins set publish_at = publish_at - interval '1 minute', expires_at = now() - interval '1 second' where id = $1`,
    [later.id],
  )
  expect(await mine(ann)).toEqual([])
  await makeOlder()
})

test('those who have confirmed and those who have not; counts follow its readers of now', async () => {
  const [ann, bo] = [await env.person({ name: 'Ann', roles: ['wg_admin'] }), await env.person({ name: 'Bo', roles: ['wg_admin'] })]
  const { id } = (await write({ title: 'Fire drill', state: 'published', confirm: true, roles: ['wg_admin'] })).body
  expect((await env.service.call(as(ann), 'PUT', `/api/bulletins/${id}/confirm`)).body.confirmed_at).toMatch(/Z$/)
  const readers = async (show: string) => (await env.service.call(office, 'GET', `/api/org/bulletins/${id}/readers?show=${show}`)).body
  expect(await readers('confirmed')).toMatchObject({ recipients: 2, read: 1, confirmed: 1, total: 1, items: [{ id: ann, name: 'Ann' }] })
  expect((await readers('unconfirmed')).items).toMatchObject([{ id: bo, name: 'Bo', read_at: null }])
  const managed = (await env.service.call(office, 'GET', '/api/org/bulletins?state=out&keyword=drill')).body.items
  expect(managed).toMatchObject([{ id, recipients: 2, read: 1, confirmed: 1 }])
  await until(async () => expect((await env.list(bo)).items).toMatchObject([{ type: 'org_bulletin_confirm' }]))
  await env.identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await until(async () => expect(await readers('confirmed')).toMatchObject({ recipients: 1, confirmed: 0 }))
  await makeOlder()
})

test('a course’s bulletin is for its members, and for students once the course is published; deleted and restored', async () => {
  const [ann, stranger] = [await env.person(), await env.person()]
  const [open, hidden] = [await env.courseWith([ann], true), await env.courseWith([ann], false)]
  const asTeacher = as(teacher)
  const post = (course: string) =>
    env.service.call(asTeacher, 'POST', `/api/courses/${course}/bulletins`, { title: 'Room change', content: 'x', state: 'published' })
  const { body } = await post(open)
  expect((await post(hidden)).status).toBe(201)
  expect([await mine(ann, 'type=course'), await mine(stranger, 'type=course')]).toEqual([['Room change'], []])
  expect(await mine(ann, `type=course&course_id=${hidden}`)).toEqual([])
  await until(async () =>
    expect((await env.list(ann)).items).toMatchObject([{ type: 'course_bulletin', payload: { course: { id: open } } }]),
  )
  expect((await env.service.call(as(ann), 'DELETE', `/api/course-bulletins/${body.id}`)).status).toBe(403)
  expect((await env.service.call(office, 'DELETE', `/api/org/bulletins/${body.id}`)).status).toBe(404)
  expect((await env.service.call(asTeacher, 'DELETE', `/api/course-bulletins/${body.id}`)).status).toBe(204)
  expect(await mine(ann, 'type=course')).toEqual([])
  expect((await env.service.call(asTeacher, 'PUT', `/api/course-bulletins/${body.id}/restore`)).status).toBe(200)
  expect(await mine(ann, 'type=course')).toEqual(['Room change'])
})

test('409 for one more than go out in a course in a day; other courses and the organisation are not bound by it', async () => {
  const [course, other] = [await env.courseWith([], true), await env.courseWith([], true)]
  const asTeacher = actorOf({ person: teacher, org, roles: ['instructor'] })
  const publish = (id: string) =>
    env.service.call(asTeacher, 'POST', `/api/courses/${id}/bulletins`, { title: 'Room change', content: '<p>x</p>', state: 'published' })
  for (let nth = 0; nth < 6; nth++) expect((await publish(course)).status).toBe(201)
  expect((await publish(course)).body).toMatchObject({ code: 'bulletin.limit', params: { most: 6 } })
  expect((await publish(other)).status).toBe(201)
})

test('409 for one more than go out in a day; 400 for files and people that are not the writer’s to name', async () => {
  for (let nth = 0; nth < 6; nth++) expect((await write({ title: `${nth}`, state: 'published', roles: ['visitor'] })).status).toBe(400)
  for (let nth = 0; nth < 6; nth++) expect((await write({ title: `${nth}`, state: 'published', roles: ['admin'] })).status).toBe(201)
  expect(await write({ title: '7', state: 'published', roles: ['admin'] })).toMatchObject({
    status: 409,
    body: { code: 'bulletin.limit', params: { most: 6 } },
  })
  expect((await write({ title: '7', state: 'draft', roles: ['admin'] })).status).toBe(201)
  const upload = (personId: string) => ({
    id: newId(),
    orgId: org,
    personId,
    name: 'map.pdf',
    type: 'document',
    size: 10n,
    status: 'ready',
    stored: true,
    version: nextVersion(),
  })
  const [own, foreign] = [upload(office.person), upload(newId())]
  for (const one of [own, foreign]) await env.upload.emit(UploadReadySchema, { key: `upload:${one.id}`, org }, { upload: one })
  await until(async () => expect((await env.database.query('select 1 from uploads where id = $1', [foreign.id])).rowCount).toBe(1))
  const withFile = (id: string) => write({ title: 'Files', attachments: [{ upload_id: id, name: 'Map' }] })
  expect((await withFile(foreign.id)).body.details.attachments[0].code).toBe('upload.unknown')
  const made = (await withFile(own.id)).body
  expect(made.attachments).toMatchObject([{ upload_id: own.id, name: 'Map', url: expect.stringMatching(/^\/bytes\/.+\/file$/) }])
  const { rows: held } = await env.database.query(`select value from kit.outbox where type like '%FilesHeld' and value like $1`, [
    `%${made.id}%`,
  ])
  expect(JSON.parse(held[0].value)).toMatchObject({ holder: `bulletin:${made.id}`, upload_ids: [own.id], by_right: false })
  expect((await write({ title: ' ' })).body.details).toHaveProperty('title')
  expect((await write({ title: 'x', departments: [newId()] })).body.details).toHaveProperty('departments')
  expect((await write({ title: 'x', content: '<script>alert(1)</script><p onclick="x">y</p>' })).body.content).toBe('<p>y</p>')
})

test('those who see a bulletin and those it is for are the same people', async () => {
  const tx = plain(env.database)
  const one = await rows(
    tx,
    `select b.id, p.id as person from bulletins b cross join mirror.persons p where not p.deleted and ${isForSql('p.id')} order by 1, 2`,
  )
  const other = await rows(tx, `select b.id, r.person_id as person from bulletins b cross join lateral ${peopleOfSql} r order by 1, 2`)
  expect(one.length).toBeGreaterThan(5)
  expect(one).toEqual(other)
})

test('a bulletin of a department that was merged into another is for the people of the other', async () => {
  const [old, into] = [newId(), newId()]
  const department = (id: string, more: object = {}) =>
    env.identity.emit(
      DepartmentChangedSchema,
      { key: `department:${id}`, org },
      { id, orgId: org, name: id, path: [id], code: '', version: nextVersion(), ...more },
    )
  await department(old)
  await department(into)
  const cy = await env.person({ department: into })
  await until(async () => expect((await env.database.query('select 1 from mirror.departments where id = $1', [into])).rowCount).toBe(1))
  await makeOlder()
  const { status } = await write({ title: 'Field trip', state: 'published', departments: [old, into] })
  expect(status).toBe(201)
  const alone = await write({ title: 'Geology day', state: 'published', departments: [old] })
  expect(await mine(cy)).toEqual(['Field trip'])
  await department(old, { deleted: true, mergedInto: into })
  await until(async () => expect(await mine(cy)).toContain('Geology day'))
  const { rows: found } = await env.database.query('select departments::text[] from bulletins where $1 = any(departments) order by id', [
    into,
  ])
  expect([alone.status, found.map(({ departments }) => departments)]).toEqual([201, [[into], [into]]])
  // taken back: for the old one again, and for both where it was for both
  await department(old)
  const again = async () =>
    (await env.database.query('select departments::text[] from bulletins where $1 = any(departments) order by id', [old])).rows
  await until(async () => expect(await again()).toHaveLength(2))
  expect((await again()).map(({ departments }) => departments.toSorted())).toEqual([[old, into].toSorted(), [old]])
  await department(old, { deleted: true, mergedInto: into })
  await until(async () => expect(await again()).toHaveLength(0))
  // facts of a chain of merges come in any order: it ends at the last of them
  const [earlier, third] = [newId(), newId()]
  await department(earlier)
  await department(third)
  const known = async () => (await env.database.query('select from mirror.departments where id = any($1)', [[earlier, third]])).rowCount
  await until(async () => expect(await known()).toBe(2))
  const rocks = await write({ title: 'Rocks', state: 'published', departments: [earlier] })
  const of = async (id: string) =>
    (await env.database.query('select departments::text[] from bulletins where id = $1', [id])).rows[0].departments
  await department(into, { deleted: true, mergedInto: third })
  await until(async () => expect(await of(alone.body.id)).toEqual([third]))
  await department(earlier, { deleted: true, mergedInto: into })
  await until(async () => expect(await of(rocks.body.id)).toEqual([third]))
  // and is taken back link by link
  for (const id of [into, earlier]) {
    await department(id)
    await until(async () => expect(await of(rocks.body.id)).toEqual([id]))
  }
})
