// A school's register through the whole product: people and enrolments from files, an invitation by which one of them signs in, and people who leave and
// return with an undo.
import { createHash } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newSchool, product } from './product.ts'
import { type Person, signIn } from './school.ts'
import { send } from './send.ts'

const size = { people: 60, enrolments: 100, courses: 2 }
const table = (head: string, lines: string[]) => Buffer.from(`${[head, ...lines].join('\n')}\n`)
const people = (tag: string, from = 0) =>
  table(
    'id,user_no,name,email,roles',
    Array.from(
      { length: size.people - from },
      (_, n) => `P${n + from},${tag}-${n + from},Person ${n + from},p${n + from}.${tag}@example.edu,student`,
    ),
  )
const courses = table(
  'id,name,course_code',
  Array.from({ length: size.courses }, (_, n) => `C${n},Course ${n},K${n}`),
)
const enrolments = table(
  'course,person,role',
  Array.from({ length: size.enrolments }, (_, n) => `C${Math.floor(n / 50)},P${n % 50},${n % 50 === 49 ? 'instructor' : 'student'}`),
)

type Kind = 'people' | 'courses' | 'enrolments'
/** An import whose task has ended. */
const ended = (admin: Person, id: string) =>
  until(async () => {
    const run = await admin.call('GET /api/data-import/:id', { params: { id } })
    return ['checking', 'applying', 'undoing'].includes(run.state) ? undefined : run
  }, 60_000)
async function check(admin: Person, kind: Kind, bytes: Buffer<ArrayBuffer>) {
  const upload = await send(admin, `${kind}.csv`, bytes)
  const { id } = await admin.call('POST /api/data-import', { body: { kind, mode: 'whole', upload_ids: [upload.id] } })
  return await ended(admin, id)
}
async function apply(admin: Person, { id, version }: { id: string; version: number }, removals?: number) {
  await admin.call('POST /api/data-import/:id/apply', { params: { id }, body: { version, ...(removals !== undefined && { removals }) } })
  return await ended(admin, id)
}
const membersOf = async (admin: Person, id: string) =>
  (await admin.call('GET /api/courses/:id/members', { params: { id }, query: { page: 1, page_size: 1 } })).total

/** The link of an invitation as its mail has it: the product of the tests sends none, so the test writes the token's hash. */
async function linkOf(person: string): Promise<string> {
  const token = 'r'.repeat(43)
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  try {
    const written = await client.query(
      `update account_invitations i set hash = $2, email = p.email, sent_at = now(), expires_at = now() + interval '1 day'
       from persons p where i.person_id = $1 and p.id = i.person_id`,
      [person, createHash('sha256').update(token).digest()],
    )
    expect(written.rowCount).toBe(1)
  } finally {
    await client.end()
  }
  return token
}

test('a register brings people and members; those who are no more in it are suspended, and an undo brings them back', async () => {
  const school = await newSchool()
  const admin = await school.signIn('admin')
  const tag = school.id.slice(-8)
  const first = await check(admin, 'people', people(tag))
  expect(first).toMatchObject({ state: 'ready', counts: [{ kind: 'people', made: size.people }] })
  expect((await apply(admin, first)).state).toBe('applied')
  for (const [kind, file] of [
    ['courses', courses],
    ['enrolments', enrolments],
  ] as const) {
    const run = await apply(admin, await check(admin, kind, file))
    expect(run).toMatchObject({ state: 'applied', counts: [{ kind, refused: 0 }] })
  }
  const found = await admin.call('GET /api/users', {
    query: { page: 1, page_size: 100, conditions: JSON.stringify({ import_id: first.id }) },
  })
  expect(found.total).toBe(size.people)
  const { items } = await admin.call('POST /api/courses', { query: { page: 1, page_size: 10 }, body: {} })
  const ids = items.filter(({ name }) => name.startsWith('Course ')).map(({ id }) => id)
  expect(await Promise.all(ids.map((id) => membersOf(admin, id)))).toEqual([50, 50])

  const ann = found.items.find(({ user_no }) => user_no === `${tag}-3`)!
  await admin.call('POST /api/users/invitations', { body: { import_id: first.id, only_new: true } })
  const token = await until(() => linkOf(ann.id).catch(() => undefined), 30_000)
  const password = `tide-${tag}-Mangrove`
  await admin.send('POST', '/api/user/invitation/accept', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, new_password: password }),
  })
  const signedIn = await signIn(product(), { login: ann.email!, password, org: school.id })
  expect((await signedIn.call('GET /api/my-courses', { query: {} })).items.map(({ name }) => name)).toHaveLength(2)

  // what goes out as OneRoster comes in again without a change
  const { task } = await admin.call('POST /api/data-import/exports', { body: { kind: 'oneroster', source: 'register' } })
  const written = await until(async () => {
    const { state, result } = await admin.call('GET /api/tasks/:id', { params: { id: task } })
    return state === 'running' ? undefined : { state, result }
  }, 60_000)
  expect(written.state).toBe('finished')
  const { id: exported } = await admin.call('POST /api/data-import', {
    body: { kind: 'oneroster', mode: 'whole', source: 'register', upload_ids: [(written.result as { upload: string }).upload] },
  })
  const round = await ended(admin, exported)
  expect(round.counts.map(({ kind, made, changed, left, back }) => [kind, made + changed + left + back])).toEqual([
    ['departments', 0],
    ['people', 0],
    ['courses', 0],
    ['enrolments', 0],
  ])

  const second = await check(admin, 'people', people(tag, 10))
  expect(second).toMatchObject({ state: 'ready', removals: 10, counts: [{ left: 10, same: 50 }] })
  const applied = await apply(admin, second)
  const suspended = async () =>
    (await admin.call('GET /api/users', { query: { page: 1, page_size: 1, conditions: '{"state":"suspended"}' } })).total
  expect(await suspended()).toBe(10)
  await until(async () => (await signedIn.send('GET', '/api/my-courses')).status >= 400, 30_000)
  await admin.call('POST /api/data-import/:id/undo', { params: { id: applied.id }, body: { version: applied.version } })
  expect((await ended(admin, applied.id)).state).toBe('undone')
  expect(await suspended()).toBe(0)
  const again = await signIn(product(), { login: ann.email!, password, org: school.id })
  await until(async () => (await again.send('GET', '/api/my-courses')).ok, 30_000)
})
