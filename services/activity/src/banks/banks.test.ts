import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionTypes } from '../question-types.ts'
import type { QuestionTypeName } from '../question-types/api.ts'
import { type TestCourse, testCourse } from '../test/course.ts'
import { copyBanks } from './course-copy.ts'
import { eraseBankOwner, forgetBanks, purgeBanks } from './upkeep.ts'
import { plain } from '@lyceum/kit/database/database'

let env: TestCourse
let bank: string
beforeAll(async () => {
  env = await testCourse()
  bank = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Ocean questions', course_id: env.course })).id
})
afterAll(() => env?.stop())

const draft = (type: QuestionTypeName, more: object = {}) => {
  const { stem, content, key } = questionTypes[type].example
  return { type, title: '', stem, content, key, feedback: '', points: '1', tags: [], ...more }
}
const add = async (questions: object[], to = bank, who = env.teacher) =>
  (await env.ok(who, 'POST', `/api/banks/${to}/questions`, { questions })).results as { id: string | null; errors: any }[]
const one = async (type: QuestionTypeName = 'single', more: object = {}, to = bank, who = env.teacher): Promise<string> => {
  const [made] = await add([draft(type, more)], to, who)
  if (!made?.id) throw new Error(JSON.stringify(made))
  return made.id
}
const list = async (conditions: object = {}, query = '', who = env.teacher, of = bank) =>
  await env.ok(who, 'GET', `/api/banks/${of}/questions?page_size=100&conditions=${encodeURIComponent(JSON.stringify(conditions))}${query}`)
const ids = async (conditions: object = {}, of = bank): Promise<string[]> =>
  (await list(conditions, '', env.teacher, of)).items.map(({ id }: { id: string }) => id)
const newBank = async (draft: object, who = env.teacher): Promise<string> =>
  (await env.ok(who, 'POST', '/api/banks', { title: 'Bank', ...draft })).id
const status = async (who: Actor, method: string, url: string, body?: object) => (await env.call(who, method, url, body)).status

describe('questions', () => {
  test('every type is stored and read with its key', async () => {
    const types = Object.keys(questionTypes) as QuestionTypeName[]
    const results = await add(types.map((type) => draft(type)))
    for (const [n, { id, errors }] of results.entries()) {
      expect(errors).toBeNull()
      const { stem, key } = questionTypes[types[n]!].example
      expect(await env.ok(env.teacher, 'GET', `/api/questions/${id}`)).toMatchObject({ type: types[n], stem, key, n: 1, role: 'edit' })
    }
  })
  test('what is wrong with one is named by its fields, and the others are added', async () => {
    const [good, bad, wrong] = await add([
      draft('true_false'),
      draft('single', { stem: '<p></p>', key: { right: '' } }),
      draft('numerical', { key: { accepted: [{ value: '', tolerance: '0', percent: '100' }] }, folder_id: newId() }),
    ])
    expect(good?.id).toEqual(expect.any(String))
    expect(bad).toEqual({ id: null, errors: { 'key.right': [{ code: 'question.noRight', params: {} }] } })
    expect(wrong?.errors).toMatchObject({
      'key.accepted.0.value': [{ code: 'field.required' }],
      folder_id: [{ code: 'bankFolder.unknown' }],
    })
  })
  test('a choice without a right answer is stored as such; its options are checked all the same', async () => {
    const keyless = ['single', 'multiple', 'true_false'].map((type) => draft(type as 'single', { key: {} }))
    const unnamed = draft('single', {
      key: {},
      content: {
        options: [
          { id: 'option1', text: '' },
          { id: 'option2', text: '<p>No</p>' },
        ],
      },
    })
    const results = await add([...keyless, unnamed])
    expect(results.slice(0, 3).map(({ errors }) => errors)).toEqual([null, null, null])
    expect(Object.keys(results[3]?.errors ?? {})).toEqual([expect.stringMatching(/^content\.options\.0/)])
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${results[0]?.id}`)).key).toEqual({})
  })
  test('texts are cleaned, and matching choices stand in no order', async () => {
    const evil = '<p onclick="x()">a<script>alert(1)</script></p>'
    const id = await one('single', {
      stem: evil,
      feedback: evil,
      content: {
        options: [
          { id: 'carbon', text: evil },
          { id: 'oxygen', text: '<p>b</p>' },
        ],
      },
      key: { right: 'carbon', feedback: { carbon: evil } },
    })
    const read = await env.ok(env.teacher, 'GET', `/api/questions/${id}`)
    expect(read).toMatchObject({ stem: '<p>a</p>', feedback: '<p>a</p>', key: { feedback: { carbon: '<p>a</p>' } }, title: 'a' })
    expect(read.content.options[0].text).toBe('<p>a</p>')
  })
  test('another key is another version, another title is none; a stale writer is refused', async () => {
    const id = await one()
    const first = await env.ok(env.teacher, 'GET', `/api/questions/${id}`)
    const renamed = await env.ok(env.teacher, 'PUT', `/api/questions/${id}`, {
      title: 'Gases',
      tags: ['air'],
      content: first.content,
      version: first.version,
    })
    expect(renamed).toMatchObject({ title: 'Gases', tags: ['air'], n: 1, version_id: first.version_id })
    expect(await env.call(env.teacher, 'PUT', `/api/questions/${id}`, { title: 'x', version: first.version })).toMatchObject({
      status: 409,
      body: { code: 'question.newer' },
    })
    const changed = await env.ok(env.teacher, 'PUT', `/api/questions/${id}`, { key: { right: 'oxygen' }, version: renamed.version })
    expect(changed).toMatchObject({ n: 2, key: { right: 'oxygen' } })
    const { items } = await env.ok(env.teacher, 'GET', `/api/questions/${id}/versions`)
    expect(items.map(({ n, key, by }: any) => [n, key.right, by.id])).toEqual([
      [2, 'oxygen', env.teacher.person],
      [1, 'carbon', env.teacher.person],
    ])
    const refused = await env.call(env.teacher, 'PUT', `/api/questions/${id}`, { key: { right: 'nobody' }, version: changed.version })
    expect([refused.status, refused.body.details['key.right'][0].code]).toEqual([400, 'question.noRight'])
  })
  test('files are those of the writer, held by the question and opened by grants', async () => {
    const picture = await env.upload(env.teacher, { type: 'image', name: 'reef.png' })
    const foreign = await env.upload(env.other, { type: 'image', name: 'hers.png' })
    const stem = (id: string) => `<p>Name it. <img data-upload="${id}" /></p>`
    const id = await one('short_answer', { stem: stem(picture) })
    const held = async () =>
      (await env.facts('FilesHeld'))
        .filter(({ holder }) => holder === `question:${id}`)
        .map(({ upload_ids, by_right }) => [upload_ids, by_right])
    expect(await held()).toEqual([[[picture], false]])
    const { items } = await env.ok(env.teacher, 'GET', `/api/questions/${id}/files`)
    expect(items).toMatchObject([{ upload_id: picture, name: 'reef.png', url: expect.stringContaining('/bytes/') }])
    expect((await add([draft('single', { stem: stem(foreign) })]))[0]?.errors).toMatchObject({ stem: [{ code: 'upload.unknown' }] })
    const { version } = await env.ok(env.teacher, 'GET', `/api/questions/${id}`)
    // papers still show the version with the picture
    await env.ok(env.teacher, 'PUT', `/api/questions/${id}`, { stem: '<p>Name it.</p>', version })
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${id}/files`)).items).toHaveLength(1)
  })
})

describe('lists', () => {
  test('by words of any part, tag, type, folder with those below, owner and use', async () => {
    const folder = (await env.ok(env.teacher, 'POST', `/api/banks/${bank}/folders`, { title: 'Tides' })).id
    const below = (await env.ok(env.teacher, 'POST', `/api/banks/${bank}/folders`, { title: 'Spring', parent_id: folder })).id
    const spring = await one('true_false', { stem: '<p>Spring tides at 100% full_moon 潮汐</p>', tags: ['moon'], folder_id: below })
    const neap = await one('single', { stem: '<p>Neap tides</p>', folder_id: folder, tags: ['moon', 'sun'] })
    expect(await ids({ keyword: '100% tides spring' })).toEqual([spring])
    expect(await ids({ keyword: 'full_moon' })).toEqual([spring])
    expect(await ids({ keyword: '潮汐' })).toEqual([spring])
    expect(await ids({ keyword: '100% f' })).toEqual([spring])
    expect(await ids({ keyword: 'fullxmoon' })).toEqual([])
    expect((await ids({ tag: 'moon' })).toSorted()).toEqual([spring, neap].toSorted())
    expect(await ids({ tag: ['moon', 'sun'] })).toEqual([neap])
    expect((await ids({ folder_id: folder })).toSorted()).toEqual([spring, neap].toSorted())
    expect(await ids({ folder_id: below, type: ['true_false', 'essay'] })).toEqual([spring])
    expect(await ids({ folder_id: folder, owner_id: env.other.person })).toEqual([])
    expect(await ids({ folder_id: folder, used: true })).toEqual([])
    expect((await ids({ folder_id: 'none' })).includes(spring)).toBe(false)
    const { items, total } = await list({ folder_id: folder }, '&sort=title')
    expect([total, items.map(({ title }: any) => title), 'key' in items[0]]).toEqual([
      2,
      ['Neap tides', 'Spring tides at 100% full_moon 潮汐'],
      false,
    ])
    const opened = await env.ok(env.teacher, 'GET', `/api/banks/${bank}`)
    expect(opened.owners).toEqual([{ id: env.teacher.person, name: expect.any(String), questions: expect.any(Number) }])
    expect(opened.folders.map(({ title, parent_id, questions }: any) => [title, parent_id, questions])).toEqual([
      ['Tides', null, 1],
      ['Spring', folder, 1],
    ])
    expect(opened.tags).toContainEqual({ tag: 'moon', questions: 2 })
    for (const wrong of [{ colour: 1 }, { type: 5 }, { folder_id: 'x' }, { used: 'yes' }])
      expect(await status(env.teacher, 'GET', `/api/banks/${bank}/questions?conditions=${encodeURIComponent(JSON.stringify(wrong))}`)).toBe(
        400,
      )
  })
  test('a folder moves, but not into itself; a deleted one leaves its questions above', async () => {
    const make = async (title: string, parent_id: string | null = null) =>
      await env.ok(env.teacher, 'POST', `/api/banks/${bank}/folders`, { title, parent_id })
    const [a, b] = [await make('A'), await make('B')]
    const inB = await env.ok(env.teacher, 'PUT', `/api/bank-folders/${a.id}`, { parent_id: b.id, version: a.version })
    const circle = await env.call(env.teacher, 'PUT', `/api/bank-folders/${b.id}`, { parent_id: a.id, version: b.version })
    expect([circle.status, circle.body.details.parent_id[0].code]).toEqual([400, 'bankFolder.inItself'])
    expect(await status(env.teacher, 'PUT', `/api/bank-folders/${a.id}`, { title: 'C', version: inB.version - 1 })).toBe(409)
    const id = await one('essay', { folder_id: a.id })
    expect(await status(env.teacher, 'DELETE', `/api/bank-folders/${a.id}`)).toBe(204)
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${id}`)).folder_id).toBe(b.id)
  })
})

describe('use', () => {
  const paper = async (question: string) => {
    const activity = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'page', title: 'Midterm' })).id
    const { version_id } = await env.ok(env.teacher, 'GET', `/api/questions/${question}`)
    const id = newId()
    await env.db.query(
      `insert into papers (id, org_id, course_id, activity_id, n, sections, points, version) values ($1, $2, $3, $4, 1, '[]', 1, 1)`,
      [id, env.org, env.course, activity],
    )
    await env.db.query('insert into paper_questions (paper_id, question_id, version_id) values ($1, $2, $3)', [id, question, version_id])
    return { activity, id, version_id }
  }
  test('a used one is not deleted, and its list says where it is asked', async () => {
    const question = await one('single', { stem: '<p>Asked in an exam</p>' })
    const free = await one('single', { stem: '<p>Asked nowhere</p>' })
    const { activity } = await paper(question)
    const refused = await env.call(env.teacher, 'POST', '/api/questions/bulk', { ids: [question, free], action: 'delete' })
    expect([refused.status, refused.body.code, refused.body.params.papers]).toEqual([
      409,
      'question.inUse',
      [{ id: activity, title: 'Midterm', course: env.course }],
    ])
    expect(await ids({ keyword: 'Asked', used: true })).toEqual([question])
    // nor one that a template of the organisation asks
    const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: free, points: '0' }] }]
    const admin = { ...env.teacher, roles: ['admin' as const] }
    const template = await env.ok(admin, 'POST', '/api/questionnaire-templates', { title: 'End of term', sections })
    const held = await env.call(env.teacher, 'POST', '/api/questions/bulk', { ids: [free], action: 'delete' })
    expect([held.body.code, held.body.params.papers]).toEqual(['question.inUse', [{ id: template.id, title: 'End of term', course: '' }]])
    await env.ok(admin, 'DELETE', `/api/questionnaire-templates/${template.id}`)
    expect((await list({ keyword: 'asked exam' })).items[0]).toMatchObject({ papers: 1, answers: 0, difficulty: null })
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${question}/use`)).items).toMatchObject([
      { activity_id: activity, title: 'Midterm', n: 1, answers: 0 },
    ])
    expect(await status(env.teacher, 'DELETE', `/api/banks/${bank}`)).toBe(409)
  })
  test('answers and their result', async () => {
    const question = await one('single', { stem: '<p>Answered</p>', points: '2' })
    const { activity, id, version_id } = await paper(question)
    for (const [n, points] of ['2', '1', null].entries()) {
      const attempt = newId()
      await env.db.query(
        `insert into attempts (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, state, trial, device, started_at, deadline, accept_until, version)
         values ($1, $2, $3, $4, gen_random_uuid(), $5, $6, 1, $7, false, gen_random_uuid(), now(), now(), now(), 1)`,
        [attempt, env.org, env.course, activity, id, [newId(), version_id], n < 2 ? 'marked' : 'submitted'],
      )
      await env.db.query(
        `insert into attempt_answers (attempt_id, slot, seq, answer, saved_at, points) values ($1, 1, 1, '{"choice":"carbon"}', now(), $2)`,
        [attempt, points],
      )
    }
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${question}/use`)).items).toMatchObject([{ answers: 2, difficulty: 0.75 }])
  })
})

describe('many at once', () => {
  const bulk = (body: object, who = env.teacher) => env.call(who, 'POST', '/api/questions/bulk', body)
  test('tagged, moved, copied, deleted and restored', async () => {
    const [from, to] = [await newBank({}), await newBank({})]
    const text = await one('stimulus', {}, from)
    const about = await one('single', { stimulus_id: text, tags: ['old'] }, from)
    await bulk({ ids: [text, about], action: 'tag', add: ['new'], remove: ['old'] })
    expect((await ids({ tag: 'new', keyword: 'new' }, from)).toSorted()).toEqual([text, about].toSorted())
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${about}`)).tags).toEqual(['new'])
    const copies = (await bulk({ bank_id: from, conditions: '{}', action: 'copy', to: { bank_id: to, folder_id: null } })).body.ids
    expect(copies).toHaveLength(2)
    const copied = await Promise.all(copies.map((id: string) => env.ok(env.teacher, 'GET', `/api/questions/${id}`)))
    expect(copied.find(({ type }) => type === 'single').stimulus_id).toBe(copied.find(({ type }) => type === 'stimulus').id)
    await bulk({ ids: [about], action: 'move', to: { bank_id: to, folder_id: null } })
    expect(await env.ok(env.teacher, 'GET', `/api/questions/${about}`)).toMatchObject({ bank_id: to, stimulus_id: null })
    await bulk({ bank_id: to, except_ids: [about], action: 'delete' })
    expect(await ids({}, to)).toEqual([about])
    expect((await ids({ deleted: true }, to)).toSorted()).toEqual(copies.toSorted())
    await bulk({ ids: copies, action: 'restore' })
    expect(await ids({}, to)).toHaveLength(3)
  })
  test('nothing without a place, and nothing that is not there', async () => {
    const id = await one()
    expect((await bulk({ ids: [id], action: 'move' })).status).toBe(400)
    expect((await bulk({ action: 'delete' })).status).toBe(400)
    expect((await bulk({ ids: [id, newId()], action: 'delete' })).status).toBe(404)
    expect((await bulk({ ids: [id], action: 'delete' }, env.other)).status).toBe(403)
  })
  test('more than 500 are a task', async () => {
    const [from, to] = [await newBank({}), await newBank({})]
    for (let n = 0; n < 6; n++)
      await add(
        Array.from({ length: 100 }, () => draft('true_false')),
        from,
      )
    const { changed, task } = (await bulk({ bank_id: from, action: 'copy', to: { bank_id: to, folder_id: null } })).body
    expect([changed, task]).toEqual([0, expect.stringMatching(/^activity\./)])
    await until(async () => (await list({}, '', env.teacher, to)).total === 600)
  })
})

describe('rights', () => {
  test('of a course, of a person, of the organisation, and by sharing', async () => {
    const read = async (who: Actor, id: string) => await status(who, 'GET', `/api/banks/${id}`)
    const own = await newBank({})
    const shared = await newBank({ organisation: true }, env.manager)
    expect([
      await read(env.teacher, bank),
      await read(env.other, bank),
      await read(env.student, bank),
      await read(env.manager, bank),
    ]).toEqual([200, 403, 403, 200])
    expect([await read(env.teacher, own), await read(env.manager, own), await read(env.student, own)]).toEqual([200, 403, 403])
    expect([await read(env.teacher, shared), await read(env.student, shared)]).toEqual([200, 403])
    expect(await status(env.teacher, 'POST', `/api/banks/${shared}/questions`, { questions: [draft('single')] })).toBe(403)
    expect(await status(env.teacher, 'POST', '/api/banks', { title: 'x', organisation: true })).toBe(403)
    expect(await status(env.student, 'GET', '/api/banks')).toBe(403)
    expect(await status(env.other, 'POST', '/api/banks', { title: 'x', course_id: env.course })).toBe(403)
    // somebody who teaches another course
    const theirs = (await env.inCourse(env.other, 'POST', '/api/course', { name: 'Geology' })).body.id
    expect(await read(env.other, own)).toBe(403)
    await env.ok(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: theirs, role: 'read' }], org_role: null })
    expect([await read(env.other, own), await status(env.other, 'PUT', `/api/banks/${own}`, { title: 'x', version: 1 })]).toEqual([
      200, 403,
    ])
    const seen = async (who: Actor, query = '') => (await env.ok(who, 'GET', `/api/banks?page_size=100${query}`)).items
    expect((await seen(env.other)).map(({ id, role, kind }: any) => [id, role, kind])).toEqual(
      expect.arrayContaining([
        [own, 'read', 'own'],
        [shared, 'read', 'organisation'],
      ]),
    )
    expect((await seen(env.other)).some(({ id }: any) => id === bank)).toBe(false)
    expect((await seen(env.teacher, `&course_id=${env.course}`))[0]).toMatchObject({ id: bank, kind: 'course', role: 'edit' })
    await env.ok(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: theirs, role: 'edit' }], org_role: 'read' })
    const other = (await seen(env.other)).find(({ id }: any) => id === own)
    expect(other).toMatchObject({ role: 'edit', org_role: 'read' })
    expect(await status(env.other, 'GET', `/api/banks/${own}/shares`)).toBe(403)
    expect(
      (await env.call(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: newId(), role: 'read' }], org_role: null }))
        .status,
    ).toBeGreaterThanOrEqual(400)
  })
})

describe('what becomes of them', () => {
  test('a deleted bank comes back, and goes after 30 days', async () => {
    const id = await newBank({})
    await one('single', {}, id)
    expect(await status(env.teacher, 'DELETE', `/api/banks/${id}`)).toBe(204)
    expect(await status(env.teacher, 'GET', `/api/banks/${id}`)).toBe(404)
    expect((await env.ok(env.teacher, 'GET', '/api/banks?deleted=true')).items).toMatchObject([{ id, deleted: true }])
    expect(await env.ok(env.teacher, 'PUT', `/api/banks/${id}/restore`)).toMatchObject({ id, questions: 1, deleted: false })
    await env.ok(env.teacher, 'DELETE', `/api/banks/${id}`)
    const tx = plain(env.db)
    expect(await purgeBanks(tx, new Date(Date.now() + 29 * 86_400_000), 100)).toBe(0)
    expect(await purgeBanks(tx, new Date(Date.now() + 31 * 86_400_000), 100)).toBeGreaterThan(0)
    expect((await env.db.query('select from banks where id = $1', [id])).rowCount).toBe(0)
  })
  test('the owner is erased: bank and questions stay', async () => {
    const other = await env.person('Lena Berg', 'instructor')
    const theirs = (await env.inCourse(other, 'POST', '/api/course', { name: 'Chemistry' })).body.id
    const id = await newBank({ course_id: theirs }, other)
    const question = await one('single', {}, id, other)
    const tx = plain(env.db)
    await eraseBankOwner(tx, other.person)
    expect((await env.db.query('select owner_id from questions where id = $1', [question])).rows).toEqual([{ owner_id: null }])
    expect((await env.ok(env.manager, 'GET', `/api/questions/${question}/versions`)).items[0].by).toBeNull()
    await forgetBanks(tx, { courseId: theirs })
    expect((await env.db.query('select course_id, deleted_at is not null as deleted from banks where id = $1', [id])).rows).toEqual([
      { course_id: null, deleted: true },
    ])
  })
  test('a copy of a course has its banks', async () => {
    const from = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Original' })).body.id
    const to = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Copy' })).body.id
    const id = await newBank({ course_id: from })
    const folder = (await env.ok(env.teacher, 'POST', `/api/banks/${id}/folders`, { title: 'Tides' })).id
    const text = await one('stimulus', {}, id)
    await one('single', { folder_id: folder, stimulus_id: text }, id)
    const target = { from, org: env.org, course: to, person: env.teacher.person, as: new Map([[from, to]]) }
    await copyBanks(plain(env.db), target)
    // a second try makes nothing twice
    await copyBanks(plain(env.db), target)
    const versions = `select count(*)::int as n from question_versions v join questions q on q.id = v.question_id join banks b on b.id = q.bank_id where b.course_id = $1`
    expect((await env.db.query(versions, [to])).rows).toEqual([{ n: 2 }])
    const copy = (await env.ok(env.teacher, 'GET', `/api/banks?course_id=${to}`)).items[0]
    expect(copy).toMatchObject({ kind: 'course', questions: 2 })
    const { folders } = await env.ok(env.teacher, 'GET', `/api/banks/${copy.id}`)
    const { items } = await list({ type: 'single' }, '', env.teacher, copy.id)
    expect([folders[0].title, items[0].folder_id === folders[0].id, items[0].stimulus_id]).toEqual(['Tides', true, expect.any(String)])
    expect(items[0].stimulus_id).not.toBe(text)
  })
})
