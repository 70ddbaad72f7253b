// Tests of the review of shared files: who sees what waits, is rejected or let through.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, owner: Actor, member: Actor, manager: Actor, student: Actor
let group: string
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher: owner, other: member, manager, student } = env.school)
  group = (await env.call(owner, 'POST', '/api/resource-groups', { name: 'Marine biology' })).body.id
  await env.call(owner, 'POST', `/api/resource-groups/${group}/members`, { person_ids: [member.person, student.person] })
})
afterAll(() => env?.stop())

const setReview = (on: boolean) =>
  env.school.db.query(`update mirror.orgs set settings = settings || jsonb_build_object('review_sharing', $2::bool) where id = $1`, [
    env.school.org,
    on,
  ])
const share = (id: string) => env.call(owner, 'POST', `/api/resource-groups/${group}/files`, { upload_ids: [id] })
const file = async (name: string) => (await env.send(owner, somePdf(100), { name, allow_download: true })).id
const list = async (query = '', actor = manager) => (await env.call(actor, 'GET', `/api/shared-resources${query}`)).body
const decide = async (shares: { id: string; version: number }[], audit_status: string, reason?: string, actor = manager) =>
  (await env.call(actor, 'PUT', '/api/shared-resources', { shares, audit_status, ...(reason && { reason }) })).body
const groupFiles = async (actor: Actor) => (await env.call(actor, 'GET', `/api/resource-groups/${group}/files`)).body
const status = async (actor: Actor, id: string, path = '') => (await env.call(actor, 'GET', `/api/uploads/${id}${path}`)).status
const facts = async (upload: string) =>
  (
    await env.school.db.query(`select value from kit.outbox where key = $1 and type like '%SharedResourceChanged' order by seq`, [
      `upload:${upload}`,
    ])
  ).rows.map(({ value }) => JSON.parse(value))

test('shared files are agreed at once, unless the organisation reviews them: then nobody but who shares one sees it', async () => {
  const before = await file('Reef.pdf')
  expect((await share(before)).body).toEqual({ shared: 1, waiting: 0 })
  expect((await list()).items).toMatchObject([{ audit_status: 'agree', audited_by: null, upload: { id: before, name: 'Reef.pdf' } }])
  await setReview(true)
  const id = await file('Tides.pdf')
  expect((await share(id)).body).toEqual({ shared: 1, waiting: 1 })
  expect((await groupFiles(member)).items.map(({ upload }: { upload: { id: string } }) => upload.id)).toEqual([before])
  expect((await groupFiles(owner)).items[0]).toMatchObject({ audit_status: 'wait', upload: { id } })
  expect((await env.call(member, 'GET', `/api/resource-groups/${group}`)).body.file_count).toBe(1)
  expect((await env.call(owner, 'GET', `/api/resource-groups/${group}`)).body.file_count).toBe(2)
  for (const path of ['', '/view', `/blob?scope=${env.school.org}`]) expect([path, await status(member, id, path)]).toEqual([path, 403])
  expect(await list('?status=wait')).toMatchObject({
    total: 1,
    waiting: 1,
    items: [
      {
        share_to_id: group,
        group: { id: group, name: 'Marine biology' },
        shared_by: { id: owner.person, name: 'Elena Petrova' },
        upload: { id, viewable: true, size: 100 },
        version: 0,
      },
    ],
  })
})

test('an agreed file is read by the group, a rejected one by nobody but its owner, with the reason; taken back it waits', async () => {
  const id = await file('Salt.pdf')
  await share(id)
  const [{ id: shareId, version }] = (await list('?status=wait&q=salt')).items
  expect(
    (await env.call(manager, 'PUT', '/api/shared-resources', { shares: [{ id: shareId, version }], audit_status: 'reject' })).body,
  ).toMatchObject({
    errors: { reason: [expect.anything()] },
  })
  const agreed = (await decide([{ id: shareId, version }], 'agree')).items[0]
  expect(agreed).toMatchObject({ outcome: 'changed' })
  expect([await status(member, id), await status(member, id, `/blob?scope=${env.school.org}`)]).toEqual([200, 302])
  expect((await decide([{ id: shareId, version }], 'reject', 'Copied')).items).toEqual([{ ...agreed, outcome: 'newer' }])
  const rejected = (await decide([{ id: shareId, version: agreed.version }], 'reject', 'Copied from a book')).items[0]
  expect([await status(member, id), await status(member, id, `/blob?scope=${env.school.org}`)]).toEqual([403, 403])
  const of = async (actor: Actor) =>
    (await groupFiles(actor)).items.find(({ upload }: { upload: { id: string } }) => upload.id === id) as object | undefined
  expect(await of(owner)).toMatchObject({ audit_status: 'reject', reason: 'Copied from a book' })
  expect(await of(member)).toBeUndefined()
  expect((await list('?status=reject')).items).toMatchObject([{ reason: 'Copied from a book', audited_by: { id: manager.person } }])
  expect((await decide([{ id: shareId, version: rejected.version }], 'wait')).items).toMatchObject([{ outcome: 'changed' }])
  expect((await list('?q=salt')).items).toMatchObject([{ audit_status: 'wait', reason: null, audited_by: null, audited_at: null }])
  expect((await facts(id)).map(({ audit_status }) => audit_status)).toEqual(['agree', 'reject', 'wait'])
  expect(JSON.stringify(await facts(id))).not.toContain('book')
  const lines = (
    await env.school.db.query('select action, actor, person, after from kit.audit where subject = $1 order by id', [`upload:${id}`])
  ).rows
  expect(lines.filter(({ action }) => action === 'sharing.decided')).toHaveLength(3)
  expect(lines.find(({ after }) => after?.audit_status === 'reject')).toMatchObject({
    actor: manager.person,
    person: owner.person,
    after: { texts: ['reason'] },
  })
})

test('a rejected file that is shared again waits, where nothing else does', async () => {
  const id = await file('Kelp.pdf')
  await share(id)
  const [{ id: shareId, version }] = (await list('?q=kelp')).items
  await decide([{ id: shareId, version }], 'reject', 'Not ours')
  await setReview(false)
  await env.call(owner, 'DELETE', `/api/resource-groups/${group}/files/${id}`)
  expect((await share(id)).body).toEqual({ shared: 1, waiting: 1 })
  expect(await status(member, id)).toBe(403)
  const [again] = (await list('?q=kelp')).items
  await decide([{ id: again.id, version: again.version }], 'agree')
  await env.call(owner, 'DELETE', `/api/resource-groups/${group}/files/${id}`)
  expect((await share(id)).body).toEqual({ shared: 1, waiting: 0 })
  await setReview(true)
})

test('many are decided at once, each answered on its own', async () => {
  const ids = [await file('One.pdf'), await file('Two.pdf')]
  for (const id of ids) await share(id)
  const items = (await list('?status=wait')).items.filter(({ upload }: { upload: { id: string } }) => ids.includes(upload.id))
  const gone = { id: newId(), version: 0 }
  const shares = [...items.map(({ id, version }: { id: string; version: number }) => ({ id, version })), gone]
  expect((await decide(shares, 'agree')).items.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
    'changed',
    'changed',
    'refused',
  ])
  const now = (await list('?status=agree')).items.filter(({ upload }: { upload: { id: string } }) => ids.includes(upload.id))
  expect(
    (
      await decide(
        now.map(({ id, version }: { id: string; version: number }) => ({ id, version })),
        'agree',
      )
    ).items,
  ).toMatchObject([{ outcome: 'same' }, { outcome: 'same' }])
})

test('somebody let through sees what is rejected, in the group, in a folder, and loses it on leaving', async () => {
  const folder = (await env.declareUpload(owner, { name: 'Charts', is_folder: true })).id
  const inside = (await env.send(owner, somePdf(100), { name: 'chart.pdf', parent_id: folder } as never)).id
  await share(folder)
  const [{ id: shareId, version }] = (await list('?type=folder')).items
  await decide([{ id: shareId, version }], 'reject', 'Not yet')
  const path = `/api/shared-resources/${shareId}/overrides`
  expect((await env.call(manager, 'PUT', `${path}/${newId()}`)).status).toBe(404)
  expect((await env.call(manager, 'PUT', `${path}/${member.person}`)).status).toBe(204)
  expect((await env.call(manager, 'GET', path)).body).toMatchObject({ total: 1, items: [{ id: member.person }] })
  expect((await list('?type=folder')).items).toMatchObject([{ overrides: 1, upload: { item_count: 1 } }])
  const files = `/api/resource-groups/${group}/files?parent_id=${folder}`
  expect([await status(member, inside), await status(student, inside)]).toEqual([200, 403])
  expect([(await env.call(member, 'GET', files)).body.total, (await env.call(student, 'GET', files)).status]).toEqual([1, 404])
  expect((await env.call(manager, 'DELETE', `${path}/${member.person}`)).status).toBe(204)
  expect([await status(member, inside), (await env.call(member, 'GET', files)).status]).toEqual([403, 404])
  await env.call(manager, 'PUT', `${path}/${member.person}`)
  await env.call(member, 'DELETE', `/api/resource-groups/${group}/members/${member.person}`)
  await env.call(owner, 'POST', `/api/resource-groups/${group}/members`, { person_ids: [member.person] })
  expect(await status(member, inside)).toBe(403)
})

test('403 without the permission; a manager of a department reviews the files that its people share', async () => {
  const { db, org } = env.school
  const [reefs, arts] = [newId(), newId()]
  for (const id of [reefs, arts])
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', array[$1]::uuid[], '', false, 1)`,
      [id, org],
    )
  await db.query('update mirror.memberships set department_id = $2 where person_id = $1', [owner.person, reefs])
  const id = await file('Bay.pdf')
  await share(id)
  const [{ id: shareId, version }] = (await list('?q=bay')).items
  const [ofReefs, ofArts] = [
    { ...manager, department: reefs },
    { ...manager, department: arts },
  ]
  expect([(await list('', ofArts)).total, (await list('?q=bay', ofReefs)).total]).toEqual([0, 1])
  expect((await decide([{ id: shareId, version }], 'agree', undefined, ofArts)).items).toEqual([
    { id: shareId, outcome: 'refused', version: 0 },
  ])
  expect((await env.call(ofArts, 'GET', `/api/shared-resources/${shareId}/overrides`)).body.code).toBe('department.only')
  expect((await env.call(member, 'GET', '/api/shared-resources')).status).toBe(403)
  // a reviewer without the permission over files opens what they decide over, and the log says so
  const reviewer: Actor = { ...ofReefs, roles: ['instructor'], can: (1n << 18n).toString(16), person: newId() }
  expect(await status(reviewer, id, '/view')).toBe(200)
  expect(await status({ ...reviewer, department: arts }, id, '/view')).toBe(403)
  const read = (
    await db.query(`select 1 from kit.audit where subject = $1 and actor = $2 and action = 'upload.read'`, [
      `upload:${id}`,
      reviewer.person,
    ])
  ).rowCount
  expect(read).toBe(1)
  expect((await decide([{ id: shareId, version }], 'agree', undefined, ofReefs)).items).toMatchObject([{ outcome: 'changed' }])
})
