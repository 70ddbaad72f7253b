// Rights on banks, the use of their questions, and their life.
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionDraft, type TestBank, testBank } from '../../test/banks.ts'
import { copyBanks } from './course-copy.ts'
import type { Bank } from './shapes.ts'
import { eraseBankOwner, purgeBanks, purgeCourseBanks } from './upkeep.ts'

let env: TestBank
beforeAll(async () => {
  env = await testBank()
})
afterAll(() => env?.stop())

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
    const question = await env.one('single', { stem: '<p>Asked in an exam</p>' })
    const free = await env.one('single', { stem: '<p>Asked nowhere</p>' })
    const { activity } = await paper(question)
    const refused = await env.call(env.teacher, 'POST', '/api/questions/bulk', { ids: [question, free], action: 'delete' })
    expect([refused.status, refused.body.code, refused.body.params.papers]).toEqual([
      409,
      'question.inUse',
      [{ id: activity, title: 'Midterm', course: env.course }],
    ])
    expect(await env.ids({ keyword: 'Asked', used: true })).toEqual([question])
    // nor one that a template of the organisation asks
    const sections = [{ id: 'part1', title: '', text: '', entries: [{ question_id: free, points: '0' }] }]
    const admin = { ...env.teacher, roles: ['admin' as const] }
    const template = await env.ok(admin, 'POST', '/api/questionnaire-templates', { title: 'End of term', sections })
    const held = await env.call(env.teacher, 'POST', '/api/questions/bulk', { ids: [free], action: 'delete' })
    expect([held.body.code, held.body.params.papers]).toEqual(['question.inUse', [{ id: template.id, title: 'End of term', course: '' }]])
    await env.ok(admin, 'DELETE', `/api/questionnaire-templates/${template.id}`)
    expect((await env.list({ keyword: 'asked exam' })).items[0]).toMatchObject({ papers: 1, answers: 0, difficulty: null })
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${question}/use`)).items).toMatchObject([
      { activity_id: activity, title: 'Midterm', n: 1, answers: 0 },
    ])
    expect(await env.status(env.teacher, 'DELETE', `/api/banks/${env.bank}`)).toBe(409)
  })
  test('answers and their result', async () => {
    const question = await env.one('single', { stem: '<p>Answered</p>', points: '2' })
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

describe('rights', () => {
  test('of a course, of a person, of the organisation, and by sharing', async () => {
    const read = async (who: Actor, id: string) => await env.status(who, 'GET', `/api/banks/${id}`)
    const own = await env.newBank({})
    const shared = await env.newBank({ organisation: true }, env.manager)
    expect([
      await read(env.teacher, env.bank),
      await read(env.other, env.bank),
      await read(env.student, env.bank),
      await read(env.manager, env.bank),
    ]).toEqual([200, 403, 403, 200])
    expect([await read(env.teacher, own), await read(env.manager, own), await read(env.student, own)]).toEqual([200, 403, 403])
    expect([await read(env.teacher, shared), await read(env.student, shared)]).toEqual([200, 403])
    expect(await env.status(env.teacher, 'POST', `/api/banks/${shared}/questions`, { questions: [questionDraft('single')] })).toBe(403)
    expect(await env.status(env.teacher, 'POST', '/api/banks', { title: 'x', organisation: true })).toBe(403)
    expect(await env.status(env.student, 'GET', '/api/banks')).toBe(403)
    expect(await env.status(env.other, 'POST', '/api/banks', { title: 'x', course_id: env.course })).toBe(403)
    // somebody who teaches another course
    const theirs = (await env.inCourse(env.other, 'POST', '/api/course', { name: 'Geology' })).body.id
    expect(await read(env.other, own)).toBe(403)
    await env.ok(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: theirs, role: 'read' }], org_role: null })
    expect([await read(env.other, own), await env.status(env.other, 'PUT', `/api/banks/${own}`, { title: 'x', version: 1 })]).toEqual([
      200, 403,
    ])
    const seen = async (who: Actor, query = ''): Promise<Bank[]> => (await env.ok(who, 'GET', `/api/banks?page_size=100${query}`)).items
    expect((await seen(env.other)).map(({ id, role, kind }) => [id, role, kind])).toEqual(
      expect.arrayContaining([
        [own, 'read', 'own'],
        [shared, 'read', 'organisation'],
      ]),
    )
    expect((await seen(env.other)).some(({ id }) => id === env.bank)).toBe(false)
    expect((await seen(env.teacher, `&course_id=${env.course}`))[0]).toMatchObject({
      id: env.bank,
      kind: 'course',
      role: 'edit',
      manages: true,
    })
    await env.ok(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: theirs, role: 'edit' }], org_role: 'read' })
    const other = (await seen(env.other)).find(({ id }) => id === own)
    expect(other).toMatchObject({ role: 'edit', manages: false, org_role: 'read' })
    expect(await env.ok(env.other, 'GET', `/api/banks/${own}`)).toMatchObject({ role: 'edit', manages: false })
    expect(await env.status(env.other, 'DELETE', `/api/banks/${own}`)).toBe(403)
    expect(await env.status(env.other, 'GET', `/api/banks/${own}/shares`)).toBe(403)
    expect(
      (await env.call(env.teacher, 'PUT', `/api/banks/${own}/shares`, { shares: [{ course_id: newId(), role: 'read' }], org_role: null }))
        .status,
    ).toBeGreaterThanOrEqual(400)
  })
})

describe('deletion, erasure and copies', () => {
  test('a deleted bank comes back, and goes after 30 days', async () => {
    const id = await env.newBank({})
    await env.one('single', {}, id)
    expect(await env.status(env.teacher, 'DELETE', `/api/banks/${id}`)).toBe(204)
    expect(await env.status(env.teacher, 'GET', `/api/banks/${id}`)).toBe(404)
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
    const id = await env.newBank({ course_id: theirs }, other)
    const question = await env.one('single', {}, id, other)
    const tx = plain(env.db)
    await eraseBankOwner(tx, other.person)
    expect((await env.db.query('select owner_id from questions where id = $1', [question])).rows).toEqual([{ owner_id: null }])
    expect((await env.ok(env.manager, 'GET', `/api/questions/${question}/versions`)).items[0].by).toBeNull()
    await purgeCourseBanks(tx, theirs)
    expect((await env.db.query('select course_id, deleted_at is not null as deleted from banks where id = $1', [id])).rows).toEqual([
      { course_id: null, deleted: true },
    ])
  })
  test('a copy of a course has its banks', async () => {
    const from = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Original' })).body.id
    const to = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Copy' })).body.id
    const id = await env.newBank({ course_id: from })
    const folder = (await env.ok(env.teacher, 'POST', `/api/banks/${id}/folders`, { title: 'Tides' })).id
    const text = await env.one('stimulus', {}, id)
    await env.one('single', { folder_id: folder, stimulus_id: text }, id)
    const target = { from, org: env.org, course: to, person: env.teacher.person, as: new Map([[from, to]]) }
    await copyBanks(plain(env.db), target)
    // a second try makes nothing twice
    await copyBanks(plain(env.db), target)
    const versions = `select count(*)::int as n from question_versions v join questions q on q.id = v.question_id join banks b on b.id = q.bank_id where b.course_id = $1`
    expect((await env.db.query(versions, [to])).rows).toEqual([{ n: 2 }])
    const copy = (await env.ok(env.teacher, 'GET', `/api/banks?course_id=${to}`)).items[0]
    expect(copy).toMatchObject({ kind: 'course', questions: 2 })
    const { folders } = await env.ok(env.teacher, 'GET', `/api/banks/${copy.id}`)
    const { items } = await env.list({ type: 'single' }, '', env.teacher, copy.id)
    expect([folders[0].title, items[0]!.folder_id === folders[0].id, items[0]!.stimulus_id]).toEqual(['Tides', true, expect.any(String)])
    expect(items[0]!.stimulus_id).not.toBe(text)
  })
})
