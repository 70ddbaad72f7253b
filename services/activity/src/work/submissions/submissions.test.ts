// The life of a hand-in: a draft, two windows, the clock, files, the receipt, resubmissions, rework.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { within } from '@lyceum/kit/calls/context'
import { plain, plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { homeworkIn } from '../../test/homework.ts'
import { handIn as handInBy } from './hand-in.ts'
import { deleteTrialWork } from './upkeep.ts'

let env: TestCourse
let made: ReturnType<typeof homeworkIn>
beforeAll(async () => {
  env = await testCourse()
  made = homeworkIn(env)
})
const homework: typeof made.create = (more) => made.create(more)
const mine: typeof made.mine = (...of) => made.mine(...of)
const draft: typeof made.draft = (...of) => made.draft(...of)
const send: typeof made.send = (...of) => made.send(...of)
const handIn: typeof made.handIn = (...of) => made.handIn(...of)
const file: typeof made.file = (...of) => made.file(...of)
afterAll(() => env?.stop())

test('a draft becomes a receipt: held, told without names of files, done, and no longer to do', async () => {
  const id = await homework()
  expect(await mine(id)).toMatchObject({ id: null, state: 'none', draft: null, may_submit: true, submissions_left: 1, result: null })
  expect((await send(id, 0)).body.code).toBe('submission.empty')
  const upload = await file(env.student)
  const factCount = async () => (await env.db.query('select count(*)::int as facts from kit.outbox')).rows[0].facts
  const before = await factCount()
  const kept = await draft(id, { text: '<p>Low <script>x</script>water.</p>', upload_ids: [upload], names: ['Ada 1.pdf'], version: 0 })
  expect(kept.status).toBe(200)
  // a draft costs no fact of any kind
  expect(await factCount()).toBe(before)
  expect(await env.facts('SubmissionChanged')).toEqual([])
  expect(await mine(id)).toMatchObject({
    state: 'draft',
    draft: { text: '<p>Low water.</p>', files: [{ name: 'Ada 1.pdf', grant: expect.any(String) }] },
  })
  const receipt = await send(id, kept.body.version)
  expect(receipt).toMatchObject({
    status: 201,
    body: {
      n: 1,
      late_seconds: 0,
      receipt: expect.stringMatching(/^[0-9A-F]{12}$/),
      files: [{ name: 'Ada 1.pdf', size: 5_000_000, sha256: 'ab'.repeat(32) }],
    },
  })
  expect(await mine(id)).toMatchObject({
    state: 'submitted',
    draft: null,
    may_submit: false,
    refusal: 'submission.noneLeft',
    // grants are signed anew with each answer
    versions: [
      { n: receipt.body.n, receipt: receipt.body.receipt, text: receipt.body.text, files: [{ sha256: receipt.body.files[0].sha256 }] },
    ],
  })
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({
    activity_id: id,
    person_ids: [env.student.person],
    state: 'submitted',
    n: 1,
  })
  const held = (await env.facts('FilesHeld')).at(-1)
  expect(held).toMatchObject({ holder: `submission:${(await mine(id)).id}`, upload_ids: [upload], hold: true, text_ids: [upload] })
  expect(held.by_right ?? false).toBe(false)
  const { my } = await env.ok(env.student, 'GET', `/api/activities/${id}`)
  expect(my.completed).toBe(true)
  expect((await env.ok(env.student, 'GET', '/api/todo?page_size=50')).items.map((item: any) => item.activity_id)).not.toContain(id)
  expect(await env.ok(env.teacher, 'GET', `/api/activities/delete-check?activity_ids=${id}`)).toMatchObject({ people: 1, submissions: 1 })
})

test('two windows: the second is told of the first, and nothing is handed in that its sender has not seen', async () => {
  const id = await homework()
  const first = await draft(id, { text: '<p>One</p>', version: 0 })
  expect(await draft(id, { text: '<p>Two</p>', version: 0 })).toMatchObject({
    status: 409,
    body: { code: 'draft.newer', params: { version: first.body.version } },
  })
  const second = await draft(id, { text: '<p>Both</p>', version: first.body.version })
  expect(await send(id, first.body.version)).toMatchObject({ status: 409, body: { code: 'submission.newer' } })
  const both = await Promise.all([send(id, second.body.version), send(id, second.body.version)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await mine(id)).versions).toHaveLength(1)
  const answers = await Promise.all([
    draft(await homework(), { text: '<p>x</p>', version: 0 }),
    draft(id, { text: '<p>y</p>', version: 1 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  // the next draft begins over what was handed in
  expect((await draft(id, { text: '<p>y</p>', version: (await mine(id)).draft_version })).status).toBe(200)
})

test('a lost answer is repeated with the same receipt', async () => {
  const id = await homework()
  const { version } = (await draft(id, { text: '<p>Once</p>', version: 0 })).body
  const key = { 'idempotency-key': newId() }
  const url = `/api/activities/${id}/my-submission`
  const answers = [
    await env.activities.call(env.student, 'POST', url, { version }, key),
    await env.activities.call(env.student, 'POST', url, { version }, key),
  ]
  expect(answers[0]).toMatchObject({ status: 201 })
  expect(answers[1]!.body).toEqual(answers[0]!.body)
})

test("the server's clock decides, and each one's own time: a second before the close is late, the close itself too late", async () => {
  const now = Date.now()
  const due = new Date(now + 3_600_000).toISOString()
  const id = await homework({ due_time: due, end_time: new Date(now + 7_200_000).toISOString() })
  const { version } = (await draft(id, { text: '<p>Last</p>', version: 0 })).body
  const pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
  const scope = {
    org: env.org,
    course: env.course,
    access: { role: 'student', realRole: 'student', can: 0n },
    versions: { course: 1, member: 1 },
  } as CourseScope
  const { GRANT_KEYS } = env.activities.world.env
  const at = (time: number) =>
    plainDatabase(pool).$transaction((db) =>
      handInBy(
        { db, now: () => new Date(time), config: { grantKeys: [Buffer.from(GRANT_KEYS ?? 'x'.repeat(40))] } } as unknown as Deps,
        env.student,
        scope,
        id,
        version,
      ).then(
        (receipt) => receipt as object,
        (error: { code?: string; message: string }) => error.code ?? error.message,
      ),
    )
  try {
    expect(await at(now + 7_200_000)).toBe('submission.closed')
    // it came in a second before the close and has waited for two: for a connection, or for the row
    const waiting = await within({ requestId: 'waiting', arrived: performance.now() - 2000 }, () => at(now + 7_201_000))
    expect(waiting).toMatchObject({ due })
    expect((waiting as { late_seconds: number }).late_seconds).toBeLessThanOrEqual(3599)
    expect(await at(now + 7_199_000)).toBe('submission.noneLeft')
  } finally {
    await pool.end()
  }
})

test('a text written after the close is kept, the earlier request can be read, and an allowance opens it again', async () => {
  const id = await homework({ end_time: new Date(Date.now() + 60_000).toISOString() })
  const { version } = (await draft(id, { text: '<p>Last</p>', version: 0 })).body
  await env.db.query(`update activities set end_time = now() - interval '1 second' where id = $1`, [id])
  expect((await send(id, version)).body.code).toBe('submission.closed')
  const kept = await draft(id, { text: '<p>Last words</p>', version })
  expect(await mine(id)).toMatchObject({ refusal: 'submission.closed', draft: { text: '<p>Last words</p>' } })
  expect((await env.call(env.student, 'GET', `/api/activities/${id}`)).status).toBe(200)
  const closes = new Date(Date.now() + 3_600_000).toISOString()
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, {
    person_ids: [env.student.person],
    activity_id: id,
    closes,
    attempts: 2,
  })
  expect(await mine(id)).toMatchObject({ may_submit: true, submissions_left: 2, closes })
  expect((await send(id, kept.body.version)).status).toBe(201)
})

test('files are of their own, as many, of the types and sizes that are taken, and there', async () => {
  const id = await homework({ settings: { work: 'files', file_types: ['pdf'], files_most: 1, file_size_mb: 10 } })
  const refused = async (upload_ids: string[], more: object = {}) =>
    Object.values((await draft(id, { upload_ids, version: 0, ...more })).body.details ?? {})
      .flat()
      .map((one: any) => one.code)
  expect(await refused([], { text: '<p>x</p>' })).toEqual(['submission.noText'])
  expect(await refused([await file(env.other)])).toEqual(['upload.unknown'])
  expect(await refused([await file(env.student), await file(env.student)])).toEqual(['submission.tooManyFiles'])
  expect(await refused([await file(env.student, { extension: 'exe' })], { names: ['a.pdf'] })).toEqual(['submission.wrongFileType'])
  expect(await refused([await file(env.student, { size: 11_000_000n })])).toEqual(['submission.fileTooLarge'])
  const coming = await file(env.student, { stored: false, status: 'processing', playable: false })
  const { version } = (await draft(id, { upload_ids: [coming], version: 0 })).body
  expect((await send(id, version)).body.details.upload_ids[0].code).toBe('submission.fileNotReady')
  // its draft is there, and goes when its bytes have come, whatever became of them
  await env.db.query(`update uploads set stored = true, status = 'failed' where id = $1`, [coming])
  expect((await send(id, version)).status).toBe(201)
  await env.db.query('update uploads set deleted = true where id = $1', [coming])
  const row = (await env.ok(env.teacher, 'GET', `/api/activities/${id}/submissions`)).items[0]
  expect((await env.ok(env.teacher, 'GET', `/api/submissions/${row.id}`)).versions[0].files[0]).toMatchObject({
    status: 'failed',
    grant: expect.any(String),
  })
})

test('resubmissions are counted; work returned for rework may come once more, and is to do again', async () => {
  const id = await homework({ settings: { resubmissions: 1 } })
  expect([(await handIn(id)).status, (await handIn(id, '<p>2</p>')).status]).toEqual([201, 201])
  expect((await handIn(id, '<p>3</p>')).body.code).toBe('submission.noneLeft')
  const { id: submission } = await mine(id)
  const answer = await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [submission], rework: true })
  expect(answer).toEqual({ returned: 1, ids: [submission], task: null })
  expect(await mine(id)).toMatchObject({ state: 'returned', may_submit: true, submissions_left: 1, result: { rework: true, points: null } })
  expect((await env.ok(env.student, 'GET', '/api/todo?page_size=50')).items.map((item: any) => item.activity_id)).toContain(id)
  expect((await handIn(id, '<p>4</p>')).body).toMatchObject({ n: 3 })
  expect(await mine(id)).toMatchObject({ state: 'submitted', may_submit: false })
  expect((await mine(id)).versions.map(({ n }: any) => n)).toEqual([3, 2, 1])
  await env.ok(env.teacher, 'PUT', `/api/submissions/${submission}/marking`, { n: 3, points: '9', done: true, version: 0 })
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { conditions: '{}' })
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ submission_id: submission, state: 'returned', n: 3 })
})

test('rework is a state of its own for its student and who teaches, until it is handed in once more or taken back', async () => {
  const id = await homework({ points: '20', release: 'at_once', end_time: new Date(Date.now() + 3_600_000).toISOString() })
  await handIn(id)
  const { id: submission } = await mine(id)
  const mark = (points: string, version: number) =>
    env.ok(env.teacher, 'PUT', `/api/submissions/${submission}/marking`, { n: 1, points, done: true, version })
  const { version } = await mark('9', 0)
  const seen = async () => {
    const { my, state } = await env.ok(env.student, 'GET', `/api/activities/${id}`)
    const todo = (await env.ok(env.student, 'GET', '/api/todo?page_size=50')).items.find((item: any) => item.activity_id === id)
    const { counts, items } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/submissions`)
    return { state, completed: my.completed, at: my.completed_at, todo, counts, rework: items.find((row: any) => row.id).rework }
  }
  const before = await seen()
  expect(before).toMatchObject({ completed: true, rework: false, counts: { submitted: 1, marked: 1, returned: 1, rework: 0 } })
  expect(before.todo).toBeUndefined()
  const back = (call: string) => env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/${call}`, { ids: [submission] })
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [submission], rework: true })
  // the time of the activity ends it for nobody whose work is to come once more
  await env.db.query(`update activities set end_time = now() - interval '1 minute' where id = $1`, [id])
  const reworked = await seen()
  expect(reworked).toMatchObject({ state: 'rework', completed: false, rework: true })
  expect(reworked).toMatchObject({
    todo: { rework: true, late: false, due_time: null },
    counts: { to_mark: 0, marked: 0, returned: 0, rework: 1 },
  })
  expect((await env.ok(env.student, 'GET', '/api/todo?page_size=50')).items[0].activity_id).toBe(id)
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ state: 'returned', rework: true, again: false })
  // what is written about it later does not end it
  await mark('8', version)
  expect((await seen()).state).toBe('rework')
  expect(await back('take-back')).toEqual({ taken_back: 1, task: null })
  expect(await seen()).toEqual({ ...before, counts: before.counts })
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ state: 'returned', rework: false, again: true })
  expect(await back('take-back')).toEqual({ taken_back: 0, task: null })
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [submission], rework: true })
  expect((await handIn(id, '<p>Once more</p>')).status).toBe(201)
  expect(await back('take-back')).toEqual({ taken_back: 0, task: null })
  expect(await seen()).toMatchObject({ state: 'submitted', completed: true, counts: { to_mark: 1, rework: 0 } })
})

test('403 for who teaches and for visitors; a trial counts nowhere and goes', async () => {
  const id = await homework()
  expect((await env.call(env.teacher, 'GET', `/api/activities/${id}/my-submission`)).status).toBe(403)
  expect((await env.call(env.student, 'GET', `/api/activities/${id}/submissions`)).status).toBe(403)
  const trial = { ...env.teacher, simulating: { course: env.course, as: 'student' as const } }
  const kept = await draft(id, { text: '<p>Try</p>', version: 0 }, trial)
  expect(kept.status).toBe(200)
  const { length } = await env.facts('SubmissionChanged')
  expect((await send(id, kept.body.version, trial)).status).toBe(201)
  expect(await env.facts('SubmissionChanged')).toHaveLength(length)
  expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/submissions`)).counts).toMatchObject({ submitted: 0, missing: 1 })
  const later = (days: number) => deleteTrialWork(plain(env.db), new Date(Date.now() + days * 86_400_000), 10)
  expect([await later(6), await later(8)]).toEqual([0, 1])
})

test('points above 100, sets of other courses and other releases of anonymous work are refused at the field', async () => {
  const create = async (more: object) =>
    (await env.call(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'homework', title: 'x', ...more })).body
  expect((await create({ points: '100.5' })).details.points[0].code).toBe('homework.scoreError')
  expect((await create({ group_set_id: newId() })).details.group_set_id[0].code).toBe('activity.groupSetUnknown')
  expect((await create({ anonymous: true, release: 'at_once' })).details.release[0].code).toBe('homework.anonymousByHand')
  expect(await create({ anonymous: true, points: '100' })).toMatchObject({ release: 'by_hand', points: '100' })
  const id = await homework()
  await handIn(id)
  expect((await env.call(env.teacher, 'PUT', `/api/activities/${id}`, { anonymous: true })).body.details.anonymous[0].code).toBe(
    'activity.workBegun',
  )
})
