// An anonymous activity tells who marks nothing of who its students are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantKeys, verifyGrant } from '@lyceum/upload/mirror/grant'
import { newStudent, type TestCourse } from '../../test/course.ts'
import { courseOfTwo, type homeworkIn, where } from '../../test/homework.ts'
import { submissionCalls } from './api.ts'

let env: TestCourse
let made: ReturnType<typeof homeworkIn>
beforeAll(async () => {
  ;({ env, made } = await courseOfTwo())
})
afterAll(() => env?.stop())

const list = (id: string, query?: string) => made.list(id, query)

test('no answer to who marks an anonymous activity has a name, number, address, file name or id of a student', async () => {
  const id = await made.create({ anonymous: true })
  const upload = await made.file(env.student)
  const files = { upload_ids: [upload], names: ['Maya_Tan.pdf'] }
  await made.handIn(id, '<p>Salt</p>', files)
  const { id: submission } = await made.mine(id)
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ activity_id: id })
  expect((await env.facts('SubmissionChanged')).at(-1).person_ids ?? []).toEqual([])
  const tries: Record<string, [query: string, body?: object][]> = {
    'GET /api/activities/:id/submissions': [
      [''],
      ['?sort=name&order=descending'],
      [where({ keyword: 'Maya' })],
      [where({ state: 'extended' })],
      [where({ person_ids: [env.student.person] })],
    ],
    'GET /api/submissions/:id': [['']],
    'POST /api/activities/:id/submissions/files': [['', { conditions: '{}' }]],
    'POST /api/activities/:id/submissions/remind': [
      ['', {}],
      ['', { person_ids: [env.stranger.person] }],
    ],
    'POST /api/activities/:id/submissions/return': [
      ['', { ids: [submission], rework: true }],
      ['', { conditions: '{}' }],
    ],
    'POST /api/activities/:id/submissions/take-back': [['', { ids: [submission] }]],
  }
  const calls = Object.entries(submissionCalls).flatMap(([key, { may }]) => ((may as string) === 'work.mark' ? [key] : []))
  expect(calls.toSorted()).toEqual(Object.keys(tries).toSorted())
  const { rows } = await env.db.query('select id, name, user_no, email from mirror.persons where id = any($1)', [
    [env.student.person, env.stranger.person],
  ])
  const secrets = [...rows.flatMap((row) => Object.values(row)), 'Maya_Tan', upload, 'ab'.repeat(32)].filter((one) => one !== '')
  const refused: string[] = []
  for (const [key, bodies] of Object.entries(tries))
    for (const [query, body] of bodies) {
      const [method, path] = key.split(' ') as [string, string]
      const answer = await env.call(
        env.teacher,
        method,
        path.replace(':id', path.startsWith('/api/submissions') ? submission : id) + query,
        body,
      )
      if (answer.status >= 400) refused.push(`${key} ${answer.status}`)
      for (const secret of secrets) expect(JSON.stringify(answer.body), `${key} ${query}`).not.toContain(secret)
      for (const [grant] of JSON.stringify(answer.body).matchAll(/(?<="grant":")[^."]+(?=[."])/g)) {
        const payload = Buffer.from(grant, 'base64url').toString()
        for (const secret of secrets) expect(payload).not.toContain(secret)
      }
    }
  expect(refused).toEqual([
    'GET /api/activities/:id/submissions 400',
    'GET /api/activities/:id/submissions 400',
    'POST /api/activities/:id/submissions/remind 400',
  ])
  const page = await list(id)
  expect(page).toMatchObject({
    anonymous: true,
    total: 1,
    counts: { missing: 1, submitted: 1 },
    items: [{ author: { kind: 'pseudonym', number: expect.any(Number) }, members: [], due: null }],
  })
  expect((await list(id, where({ keyword: String(page.items[0]!.author.number) }))).total).toBe(1)
  expect((await env.ok(env.teacher, 'GET', `/api/submissions/${submission}`)).versions[0].files[0].name).toBe('file-1.pdf')
})

test('of an anonymous work neither the names in its text nor any time tells whose it is', async () => {
  const due = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const id = await made.create({ anonymous: true, start_time: '2026-01-01T00:00:00.000Z', due_time: due })
  const own = { person_ids: [env.student.person], activity_id: id, due: new Date(Date.now() + 86_400_000).toISOString() }
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/allowances`, own)
  const [chart, listed] = [await made.file(env.student), await made.file(env.student)]
  const text = `<p>Salt <a data-upload="${chart}" title="Maya_Tan.pdf"><strong>Maya_Tan</strong>.pdf</a></p>`
  await made.handIn(id, text, { upload_ids: [listed], names: ['Maya_Tan_2.pdf'] })
  const { rows } = await env.db.query('select id, submitted_at, version from submissions where activity_id = $1', [id])
  const { id: submission, submitted_at, version } = rows[0]
  const bodies = [
    await env.ok(env.teacher, 'GET', `/api/submissions/${submission}`),
    (await list(id, '?sort=submitted_at')).items[0],
    (await env.ok(env.teacher, 'GET', `/api/activities/${id}/evaluation`)).items[0],
    (await env.ok(env.teacher, 'GET', '/api/marking?page_size=100')).items.find(({ activity_id }: any) => activity_id === id),
  ]
  // its files have other ids, the same in the text and beside it
  const [inText] = /(?<=data-upload=")[^"]+/.exec(bodies[0].versions[0].text)!
  expect(bodies[0].versions[0].files.map((file: { upload_id: string }) => file.upload_id)).toContain(inText)
  for (const file of [chart, listed]) expect(JSON.stringify(bodies)).not.toContain(file)
  expect(bodies[0].versions[0].text).toMatch(/^<p>Salt <a [^>]+>file-2\.pdf\u00a0{2}<\/a><\/p>$/)
  for (const body of bodies) {
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Maya|${submitted_at.toISOString()}|"version":${version}\\b`))
    // nor that they had more time than others
    expect((body.submitted_at ?? body.oldest_at).slice(0, 10)).toBe(due.slice(0, 10))
  }
  // one name that appears when a work does would be that of its author; what was in when the time was over is named, by its day
  const asRead = async () => {
    const watchers = (await env.ok(env.teacher, 'GET', `/api/activities/${id}/watchers`)).items
    const { items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness`)
    return [watchers, items].map((list) => list.find(({ person }: any) => person.id === env.student.person))
  }
  const [late, lateLearner] = await asRead()
  expect(late).toMatchObject({ completed: false, percent: 0, completed_at: null, first_seen_at: null, last_seen_at: null })
  expect(lateLearner.last_activity?.id).not.toBe(id)
  await env.db.query(`update activities set end_time = now() where id = $1`, [id])
  const [watcher, learner] = await asRead()
  expect([watcher.completed, learner.completed_count - lateLearner.completed_count]).toEqual([true, 1])
  for (const at of [watcher.completed_at, learner.last_update_completeness_time]) expect(at).not.toBe(submitted_at.toISOString())
  await env.db.query(`update activities set end_time = null where id = $1`, [id])
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [submission], rework: true })
  // they alone are told
  expect((await env.facts('SubmissionChanged')).at(-1)).toMatchObject({ state: 'returned', person_ids: [env.student.person] })
})

test('files of anonymous work are opened without their properties and sizes, unless the activity keeps them; its author opens them as they are', async () => {
  const id = await made.create({ anonymous: true })
  await made.handIn(id, '', { upload_ids: [await made.file(env.student, { size: 123_456n })], names: ['Maya_Tan.pdf'] })
  const { id: submission } = await made.mine(id)
  const opened = ({ grant, size }: { grant: string; size: number }) => [
    verifyGrant(grantKeys(Buffer.alloc(32, 7).toString('base64url')), grant, new Date())?.stripped ?? false,
    size,
  ]
  const marked = async () => opened((await env.ok(env.teacher, 'GET', `/api/submissions/${submission}`)).versions[0].files[0])
  const packed = async () =>
    (await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/files`, { ids: [submission] })).items.map(opened)
  expect([await marked(), await packed()]).toEqual([[true, 130_000], [[true, 130_000]]])
  expect(opened((await made.mine(id)).versions[0].files[0])).toEqual([false, 123_456])
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { strip_properties: false } })
  expect(await marked()).toEqual([false, 123_456])
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { settings: { strip_properties: null } })
  expect(await marked()).toEqual([true, 130_000])
  await env.db.query('update activities set anonymous = false where id = $1', [id])
  expect([await marked(), await packed()]).toEqual([[false, 123_456], [[false, 123_456]]])
})

test('names of anonymous work appear in fives; a student who is to rework stays named', async () => {
  const id = await made.create({ anonymous: true })
  const people: Actor[] = []
  for (let nth = 0; nth < 7; nth++) people.push(await newStudent(env, `Student ${nth}`))
  const handedIn = async () => {
    const { items } = await env.ok(env.teacher, 'GET', `/api/activities/${id}/watchers?page_size=100`)
    return items.filter(({ completed, percent }: any) => completed || percent > 0).map(({ person }: any) => person.id)
  }
  const inCourse = async (query = '') =>
    (await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/study-completeness?page_size=100${query}`)).items
      .filter(({ person, completed_count }: any) => completed_count > 0 && people.some((one) => one.person === person.id))
      .map(({ person }: any) => person.id)
  const first = people.slice(0, 5).map(({ person }) => person)
  for (const [nth, who] of people.entries()) {
    await made.handIn(id, `<p>Salt ${nth}</p>`, {}, who)
    const named = nth < 4 ? [] : first
    expect([(await handedIn()).toSorted(), (await inCourse()).toSorted()]).toEqual([named.toSorted(), named.toSorted()])
    expect((await made.list(id)).total).toBe(nth + 1)
  }
  expect((await inCourse('&sort=completeness&order=descending')).toSorted()).toEqual(first.toSorted())
  // who hands in reads their own at once
  expect((await env.ok(people[6]!, 'GET', `/api/courses/${env.course}/study-completeness`)).completed_count).toBe(1)
  const { rows } = await env.db.query('select id from submissions where activity_id = $1 and person_id = $2', [id, people[0]!.person])
  await env.ok(env.teacher, 'POST', `/api/activities/${id}/submissions/return`, { ids: [rows[0].id], rework: true })
  expect((await handedIn()).toSorted()).toEqual(first.toSorted())
  await env.db.query(`update activities set due_time = now() where id = $1`, [id])
  expect(await handedIn()).toHaveLength(7)
})
