// Held files: every kind of holder × everybody who may come near a file × what they may do with it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { ActivityChangedSchema, FilesHeldSchema as HeldByActivity } from '@lyceum/proto/activity'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { somePdf } from '../test/uploads.ts'
import { type HeldFiles, heldFiles, type HolderKind } from '../test/held-files.ts'

let held: HeldFiles
let { env, course, people, produce, hold, nextVersion }: Omit<HeldFiles, 'stop'> = {} as HeldFiles
beforeAll(async () => {
  held = await heldFiles()
  ;({ env, course, people, produce, hold, nextVersion } = held)
})
afterAll(() => held?.stop())

type Who = keyof HeldFiles['people']
const everybody: Who[] = ['owner', 'teacher', 'assistant', 'student', 'outsider', 'manager', 'abroad']

const acts: Record<string, (who: Actor, id: string) => Promise<{ status: number }>> = {
  read: (who, id) => env.call(who, 'GET', `/api/uploads/${id}`),
  uses: (who, id) => env.call(who, 'GET', `/api/uploads/${id}/references`),
  view: (who, id) => env.call(who, 'GET', `/api/uploads/${id}/view`),
  download: (who, id) => env.call(who, 'GET', `/api/uploads/${id}/blob?scope=${who.org}`),
  rename: (who, id) => env.call(who, 'PUT', `/api/uploads/${id}`, { name: `${newId()}.pdf` }),
  remove: (who, id) => env.call(who, 'POST', '/api/uploads/delete', { upload_ids: [id], force: true }),
}
const all = { read: 200, uses: 200, view: 200, download: 302 }
const none = { read: 403, uses: 403, view: 403, download: 403, rename: 403, remove: 403 }
const reads = { ...all, rename: 403, remove: 403 }
const owns = { ...all, rename: 200, remove: 204 }
const managed = { ...all, rename: 403, remove: 204 }
const expected: Record<HolderKind | 'nothing', Partial<Record<Who, typeof none>>> = {
  nothing: { owner: owns, manager: managed },
  activity: { owner: owns, manager: managed, teacher: reads, assistant: reads },
  cover: { owner: owns, manager: managed, teacher: reads, assistant: reads },
  submission: { owner: { ...all, rename: 409, remove: 409 }, manager: { ...none, remove: 409 } },
}

test.each(Object.keys(expected) as (keyof typeof expected)[])(
  'held by %s: the people who read, see, download, rename, delete',
  async (kind) => {
    const { id } = await env.send(people.owner, somePdf(500), { name: 'Li Wei essay.pdf' })
    if (kind !== 'nothing') await hold(kind, [id])
    for (const who of everybody) {
      const answers: Record<string, number> = {}
      for (const [name, act] of Object.entries(acts)) answers[name] = (await act(people[who], id)).status
      expect({ kind, who, answers }).toEqual({ kind, who, answers: expected[kind][who] ?? none })
      if (answers.remove === 204) await env.call(people.owner, 'POST', '/api/uploads/restore', { upload_ids: [id] })
    }
  },
)

test("facts carry the name of a student's file once a course shows it", async () => {
  const emittedHolders = async (id: string) => {
    const { rows } = await env.school.db.query<{ value: string }>(`select value from kit.outbox where key = $1 order by seq`, [
      `upload:${id}`,
    ])
    return rows.map(({ value }) => value.includes('Li Wei draft'))
  }
  const { id } = await env.send(people.owner, somePdf(500), { name: 'Li Wei draft.pdf' })
  await hold('submission', [id])
  const before = await emittedHolders(id)
  expect(before.length).toBeGreaterThan(0)
  expect(before).not.toContain(true)
  await hold('activity', [id])
  await expect.poll(async () => (await emittedHolders(id)).at(-1), { timeout: scaled(10_000) }).toBe(true)
})

describe('a file that is held fast', () => {
  test('stays with the folder above it, and says who holds it', async () => {
    const folder = await env.declareUpload(people.owner, { name: 'Essays', is_folder: true })
    const { id } = await env.send(people.owner, somePdf(500), { name: 'essay.pdf', parent_id: folder.id } as never)
    const holder = await hold('submission', [id])
    expect(await env.call(people.owner, 'DELETE', `/api/uploads/${folder.id}?force=true`)).toMatchObject({
      status: 409,
      body: { code: 'upload.held', params: { holders: `submission:${holder}` } },
    })
    expect((await env.call(people.owner, 'PUT', `/api/uploads/${id}`, { allow_download: true, parent_id: null })).status).toBe(200)
  })

  test('in the bin, deleted before upload knew: is not purged', async () => {
    const { id } = await env.send(people.owner, somePdf(500), { name: 'late.pdf' })
    await env.call(people.owner, 'DELETE', `/api/uploads/${id}`)
    await hold('submission', [id])
    expect((await env.call(people.owner, 'DELETE', `/api/uploads/${id}?purge=true&force=true`)).status).toBe(409)
  })

  test('purged a moment before upload knew: comes back with its bytes, and facts tell their hash', async () => {
    const bytes = somePdf(500)
    const { id } = await env.send(people.owner, bytes, { name: 'essay.pdf' })
    expect((await env.call(people.owner, 'DELETE', `/api/uploads/${id}?purge=true&force=true`)).status).toBe(204)
    await hold('submission', [id])
    const emittedNames = async () => {
      const { rows } = await env.school.db.query<{ upload: { deleted?: boolean; sha256?: string; name?: string } }>(
        `select value::jsonb->'upload' as upload from kit.outbox where key = $1 order by seq desc limit 1`,
        [`upload:${id}`],
      )
      return rows[0]?.upload
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await expect.poll(async () => (await emittedNames())?.sha256, { timeout: scaled(10_000) }).toBe(sha256)
    expect(await emittedNames()).toMatchObject({ extension: 'pdf', stored: true })
    expect((await emittedNames())?.deleted ?? false).toBe(false)
    expect((await env.call(people.owner, 'GET', `/api/uploads/${id}`)).status).toBe(200)
    expect((await env.call(people.owner, 'DELETE', `/api/uploads/${id}?force=true`)).status).toBe(409)
  })

  test('opens by a grant of the holder alone, under the name that the holder gives it', async () => {
    const { id } = await env.send(people.owner, somePdf(500), { name: 'Li Wei essay.pdf' })
    await hold('submission', [id])
    const { person, session, org } = people.teacher
    const basis = { org, course: { id: course, versions: { course: 1, member: 1, activity: 1, times: 0 }, teaching: true } }
    const keys = grantKeys(env.world.env.GRANT_KEYS!)
    const expires = Math.floor(Date.now() / 1000) + 600
    const grant = signGrant(keys, { upload: id, person, session, activity: newId(), expires, file: true, name: 'Student 7.pdf', basis })
    const file = await env.bytes(`/bytes/${grant}/file?download=true`)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, "attachment; filename*=UTF-8''Student%207.pdf"])
    const view = await env.call(people.teacher, 'GET', `/api/uploads/${id}/view?grant=${grant}`)
    expect([view.status, JSON.stringify(view.body)]).toEqual([200, expect.not.stringContaining('Li Wei')])
    expect((await env.call(people.assistant, 'GET', `/api/uploads/${id}/view?grant=${grant}`)).status).toBe(403)
  })
})

test('a file of two holders is free when both have let go; an older fact changes nothing', async () => {
  const { id } = await env.send(people.owner, somePdf(500), { name: 'twice.pdf' })
  const [first, second] = [await hold('submission', [id]), await hold('submission', [id])]
  const held = async () => (await acts.rename!(people.owner, id)).status
  await hold('submission', [], first)
  expect(await held()).toBe(409)
  await hold('submission', [], second)
  expect(await held()).toBe(200)
  const stale = await hold('activity', [id])
  await produce.activity.emit(
    HeldByActivity,
    { key: `course:${course}`, org: env.school.org },
    { holder: `activity:${stale}`, orgId: env.school.org, courseId: course, uploadIds: [], version: 1n },
  )
  await hold('activity', [id]) // later on the same key
  expect((await acts.read!(people.teacher, id)).status).toBe(200)
  expect((await env.call(people.owner, 'GET', `/api/uploads/${id}/references`)).body).toMatchObject({ hidden: 2 })
})

test('holders without a right to see are counted for the owner, never listed for who teaches', async () => {
  const { id } = await env.send(people.owner, somePdf(500), { name: 'both.pdf' })
  await hold('submission', [id])
  await hold('cover', [id], course)
  const list = async (who: Actor) => (await env.call(who, 'GET', `/api/uploads/${id}/references`)).body
  expect(await list(people.teacher)).toMatchObject({ total: 1, hidden: 0, items: [{ activity_id: course, holder_kind: 'cover' }] })
  expect(await list(people.owner)).toMatchObject({ total: 0, hidden: 2 })
})

test('covers chosen before courses emitted them are held after the migration', async () => {
  const { id } = await env.send(people.owner, somePdf(500), { name: 'old cover.pdf' })
  const { db, org } = env.school
  const old = newId()
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, cover_upload_id, version)
     values ($1, $2, 'Old', 'O', 1, true, false, $3, 1)`,
    [old, org, id],
  )
  const sql = readFileSync(new URL('../../prisma/migrations/20261122203900_held_files/migration.sql', import.meta.url), 'utf8')
  await db.query(sql.slice(sql.indexOf('insert into')))
  expect((await env.call(people.owner, 'DELETE', `/api/uploads/${id}`)).body.code).toBe('upload.inUse')
  // course tells it at the same version
  await hold('cover', [], old, { version: 1n })
  expect((await env.call(people.owner, 'DELETE', `/api/uploads/${id}`)).status).toBe(204)
})

test('a holder that has let go holds nothing again by an older fact', async () => {
  const { id } = await env.send(people.owner, somePdf(500), { name: 'late fact.pdf' })
  const old = nextVersion()
  const holder = await hold('activity', [id])
  await hold('activity', [], holder)
  const scope = { key: `course:${course}`, org: env.school.org }
  const held = { holder: `activity:${holder}`, orgId: env.school.org, courseId: course, uploadIds: [id], byRight: true, version: old }
  await produce.activity.emit(HeldByActivity, scope, held)
  const activity = { id: holder, orgId: env.school.org, courseId: course, type: 'material', title: 'T', uploadIds: [id], version: old }
  await produce.activity.emit(ActivityChangedSchema, scope, { activity })
  await hold('activity', [id]) // later on the same key
  expect((await env.call(people.owner, 'GET', `/api/uploads/${id}/references`)).body).toMatchObject({ hidden: 1 })
})
