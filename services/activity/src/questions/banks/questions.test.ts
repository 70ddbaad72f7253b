// Questions of a bank: what is stored of them, their versions, lists, folders, and many at once.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionTypes } from '../question-types.ts'
import type { QuestionTypeName } from '../question-types/api.ts'
import { questionDraft, type TestBank, testBank } from '../../test/banks.ts'

let env: TestBank
beforeAll(async () => {
  env = await testBank()
})
afterAll(() => env?.stop())

describe('questions', () => {
  test('every type is stored and read with its key', async () => {
    const types = Object.keys(questionTypes) as QuestionTypeName[]
    const results = await env.add(types.map((type) => questionDraft(type)))
    for (const [n, { id, errors }] of results.entries()) {
      expect(errors).toBeNull()
      const { stem, key } = questionTypes[types[n]!].example
      expect(await env.ok(env.teacher, 'GET', `/api/questions/${id}`)).toMatchObject({ type: types[n], stem, key, n: 1, role: 'edit' })
    }
  })
  test('the faults of one are named by its fields, and the others are added', async () => {
    const [good, bad, wrong] = await env.add([
      questionDraft('true_false'),
      questionDraft('single', { stem: '<p></p>', key: { right: '' } }),
      questionDraft('numerical', { key: { accepted: [{ value: '', tolerance: '0', percent: '100' }] }, folder_id: newId() }),
    ])
    expect(good?.id).toEqual(expect.any(String))
    expect(bad).toEqual({ id: null, errors: { 'key.right': [{ code: 'question.noRight', params: {} }] } })
    expect(wrong?.errors).toMatchObject({
      'key.accepted.0.value': [{ code: 'field.required' }],
      folder_id: [{ code: 'bankFolder.unknown' }],
    })
  })
  test('a choice without a right answer is stored as such; its options are checked all the same', async () => {
    const keyless = ['single', 'multiple', 'true_false'].map((type) => questionDraft(type as 'single', { key: {} }))
    const unnamed = questionDraft('single', {
      key: {},
      content: {
        options: [
          { id: 'option1', text: '' },
          { id: 'option2', text: '<p>No</p>' },
        ],
      },
    })
    const results = await env.add([...keyless, unnamed])
    expect(results.slice(0, 3).map(({ errors }) => errors)).toEqual([null, null, null])
    expect(Object.keys(results[3]?.errors ?? {})).toEqual([expect.stringMatching(/^content\.options\.0/)])
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${results[0]?.id}`)).key).toEqual({})
  })
  test('texts are cleaned, and matching choices stand in no order', async () => {
    const evil = '<p onclick="x()">a<script>alert(1)</script></p>'
    const id = await env.one('single', {
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
    const id = await env.one()
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
    const id = await env.one('short_answer', { stem: stem(picture) })
    const held = async () =>
      (await env.facts('FilesHeld'))
        .filter(({ holder }) => holder === `question:${id}`)
        .map(({ upload_ids, by_right }) => [upload_ids, by_right])
    expect(await held()).toEqual([[[picture], false]])
    const { items } = await env.ok(env.teacher, 'GET', `/api/questions/${id}/files`)
    expect(items).toMatchObject([{ upload_id: picture, name: 'reef.png', url: expect.stringContaining('/bytes/') }])
    expect((await env.add([questionDraft('single', { stem: stem(foreign) })]))[0]?.errors).toMatchObject({
      stem: [{ code: 'upload.unknown' }],
    })
    const { version } = await env.ok(env.teacher, 'GET', `/api/questions/${id}`)
    // papers still show the version with the picture
    await env.ok(env.teacher, 'PUT', `/api/questions/${id}`, { stem: '<p>Name it.</p>', version })
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${id}/files`)).items).toHaveLength(1)
  })
})

describe('lists', () => {
  test('by words of any part, tag, type, folder with those below, owner and use', async () => {
    const folder = (await env.ok(env.teacher, 'POST', `/api/banks/${env.bank}/folders`, { title: 'Tides' })).id
    const below = (await env.ok(env.teacher, 'POST', `/api/banks/${env.bank}/folders`, { title: 'Spring', parent_id: folder })).id
    const spring = await env.one('true_false', { stem: '<p>Spring tides at 100% full_moon 潮汐</p>', tags: ['moon'], folder_id: below })
    const neap = await env.one('single', { stem: '<p>Neap tides</p>', folder_id: folder, tags: ['moon', 'sun'] })
    expect(await env.ids({ keyword: '100% tides spring' })).toEqual([spring])
    expect(await env.ids({ keyword: 'full_moon' })).toEqual([spring])
    expect(await env.ids({ keyword: '潮汐' })).toEqual([spring])
    expect(await env.ids({ keyword: '100% f' })).toEqual([spring])
    expect(await env.ids({ keyword: 'fullxmoon' })).toEqual([])
    expect((await env.ids({ tag: 'moon' })).toSorted()).toEqual([spring, neap].toSorted())
    expect(await env.ids({ tag: ['moon', 'sun'] })).toEqual([neap])
    expect((await env.ids({ folder_id: folder })).toSorted()).toEqual([spring, neap].toSorted())
    expect(await env.ids({ folder_id: below, type: ['true_false', 'essay'] })).toEqual([spring])
    expect(await env.ids({ folder_id: folder, owner_id: env.other.person })).toEqual([])
    expect(await env.ids({ folder_id: folder, used: true })).toEqual([])
    expect((await env.ids({ folder_id: 'none' })).includes(spring)).toBe(false)
    const { items, total } = await env.list({ folder_id: folder }, '&sort=title')
    expect([total, items.map(({ title }) => title), 'key' in items[0]!]).toEqual([
      2,
      ['Neap tides', 'Spring tides at 100% full_moon 潮汐'],
      false,
    ])
    const opened = await env.ok(env.teacher, 'GET', `/api/banks/${env.bank}`)
    expect(opened.owners).toEqual([{ id: env.teacher.person, name: expect.any(String), questions: expect.any(Number) }])
    expect(opened.folders.map(({ title, parent_id, questions }: any) => [title, parent_id, questions])).toEqual([
      ['Tides', null, 1],
      ['Spring', folder, 1],
    ])
    expect(opened.tags).toContainEqual({ tag: 'moon', questions: 2 })
    for (const wrong of [{ colour: 1 }, { type: 5 }, { folder_id: 'x' }, { used: 'yes' }])
      expect(
        await env.status(env.teacher, 'GET', `/api/banks/${env.bank}/questions?conditions=${encodeURIComponent(JSON.stringify(wrong))}`),
      ).toBe(400)
  })
  test('a folder moves, but not into itself; a deleted one leaves its questions above', async () => {
    const make = async (title: string, parent_id: string | null = null) =>
      await env.ok(env.teacher, 'POST', `/api/banks/${env.bank}/folders`, { title, parent_id })
    const [a, b] = [await make('A'), await make('B')]
    const inB = await env.ok(env.teacher, 'PUT', `/api/bank-folders/${a.id}`, { parent_id: b.id, version: a.version })
    const circle = await env.call(env.teacher, 'PUT', `/api/bank-folders/${b.id}`, { parent_id: a.id, version: b.version })
    expect([circle.status, circle.body.details.parent_id[0].code]).toEqual([400, 'bankFolder.inItself'])
    expect(await env.status(env.teacher, 'PUT', `/api/bank-folders/${a.id}`, { title: 'C', version: inB.version - 1 })).toBe(409)
    const id = await env.one('essay', { folder_id: a.id })
    expect(await env.status(env.teacher, 'DELETE', `/api/bank-folders/${a.id}`)).toBe(204)
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${id}`)).folder_id).toBe(b.id)
  })
})

describe('many at once', () => {
  const bulk = (body: object, who = env.teacher) => env.call(who, 'POST', '/api/questions/bulk', body)
  test('tagged, moved, copied, deleted and restored', async () => {
    const [from, to] = [await env.newBank({}), await env.newBank({})]
    const text = await env.one('stimulus', {}, from)
    const about = await env.one('single', { stimulus_id: text, tags: ['old'] }, from)
    await bulk({ ids: [text, about], action: 'tag', add: ['new'], remove: ['old'] })
    expect((await env.ids({ tag: 'new', keyword: 'new' }, from)).toSorted()).toEqual([text, about].toSorted())
    expect((await env.ok(env.teacher, 'GET', `/api/questions/${about}`)).tags).toEqual(['new'])
    const copies = (await bulk({ bank_id: from, conditions: '{}', action: 'copy', to: { bank_id: to, folder_id: null } })).body.ids
    expect(copies).toHaveLength(2)
    const copied = await Promise.all(copies.map((id: string) => env.ok(env.teacher, 'GET', `/api/questions/${id}`)))
    expect(copied.find(({ type }) => type === 'single').stimulus_id).toBe(copied.find(({ type }) => type === 'stimulus').id)
    await bulk({ ids: [about], action: 'move', to: { bank_id: to, folder_id: null } })
    expect(await env.ok(env.teacher, 'GET', `/api/questions/${about}`)).toMatchObject({ bank_id: to, stimulus_id: null })
    await bulk({ bank_id: to, except_ids: [about], action: 'delete' })
    expect(await env.ids({}, to)).toEqual([about])
    expect((await env.ids({ deleted: true }, to)).toSorted()).toEqual(copies.toSorted())
    await bulk({ ids: copies, action: 'restore' })
    expect(await env.ids({}, to)).toHaveLength(3)
  })
  test('nothing without a place, and nothing that is not there', async () => {
    const id = await env.one()
    expect((await bulk({ ids: [id], action: 'move' })).status).toBe(400)
    expect((await bulk({ action: 'delete' })).status).toBe(400)
    expect((await bulk({ ids: [id, newId()], action: 'delete' })).status).toBe(404)
    expect((await bulk({ ids: [id], action: 'delete' }, env.other)).status).toBe(403)
  })
  test('more than 500 are a task', async () => {
    const [from, to] = [await env.newBank({}), await env.newBank({})]
    for (let n = 0; n < 6; n++)
      await env.add(
        Array.from({ length: 100 }, () => questionDraft('true_false')),
        from,
      )
    const { changed, task } = (await bulk({ bank_id: from, action: 'copy', to: { bank_id: to, folder_id: null } })).body
    expect([changed, task]).toEqual([0, expect.stringMatching(/^activity\./)])
    await until(async () => (await env.list({}, '', env.teacher, to)).total === 600)
  })
})
