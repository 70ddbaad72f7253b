// The policy and the categories of a gradebook through its calls: previews, rules saved together, scales, results of very many.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'

let env: ScoredCourse
let [maya, noah, _lin]: Actor[] = []
beforeAll(async () => {
  env = await scoredCourse()
  ;[maya, noah, _lin] = [await env.student('Maya'), await env.student('Noah'), await env.student('Lin')]
})
afterAll(() => env?.stop())
const person_id = (who: Actor | undefined) => ({ person_id: who!.person })
const isPercent = (percent: string | null) => percent === null || /^[0-9]+\.[0-9]{2}$/.test(percent)
const at = (item: { id: string }, who: Actor | undefined) => ({ item_id: item.id, ...person_id(who) })

describe('policy and categories', () => {
  test('a preview says whose result a change moves; saved, the results are those', async () => {
    const course = await env.course(maya!, noah!)
    const { category } = await env.teach('POST', env.path(course, 'score-categories'), { name: 'Tests', weight: '60' })
    const { category: rest } = await env.teach('POST', env.path(course, 'score-categories'), { name: 'Rest', weight: '40' })
    const [oral, essay] = [
      await env.item(course, { category_id: category.id }),
      await env.item(course, { title: 'Essay', points: '30', category_id: rest.id }),
    ]
    await env.write(
      course,
      { ...at(oral, maya), points: '5' },
      { ...at(essay, maya), points: '30' },
      { ...at(oral, noah), points: '7' },
      { ...at(essay, noah), points: '21' },
    )
    const policy = { aggregation: 'weighted', digits: 2, pass_percent: 75 }
    const preview = await env.teach('POST', env.path(course, 'score-policy/preview'), { policy })
    expect(preview).toMatchObject({
      total: 2,
      changes: [
        { person: { name: 'Maya' }, before: { percent: '87.5' }, after: { percent: '70.00', passed: false } },
        { person: { name: 'Noah' }, before: { percent: '70.0' }, after: { percent: '70.00', passed: false } },
      ],
    })
    const { policy: saved, task } = await env.teach('PUT', env.path(course, 'score-policy'), policy)
    expect([saved.aggregation, task]).toEqual(['weighted', null])
    expect(await env.result(course, maya!)).toEqual({ percent: '70.00', letter: null, passed: false })
    expect(await env.refused('PUT', env.path(course, 'score-policy'), { digits: 0, version: 1 })).toMatchObject({
      status: 409,
      code: 'scorePolicy.newer',
    })
    expect(await env.refused('PUT', `/api/score-categories/${category.id}`, { weight: '-1' })).toMatchObject({ status: 400 })
    expect(await env.refused('PUT', `/api/score-categories/${category.id}`, { drop: 1, keep: 1 })).toMatchObject({
      details: { keep: [{ code: 'scoreCategory.dropOrKeep' }] },
    })
    // of an emptied category the others take the weight
    await env.teach('DELETE', `/api/score-categories/${category.id}`)
    expect(await env.result(course, maya!)).toMatchObject({ percent: '100.00', passed: true })
    const sorted = await env.teach('PUT', env.path(course, 'score-sort'), { item_ids: [essay.id] })
    expect(sorted.item_ids).toEqual([essay.id, oral.id])
  })

  test('rules are saved together or not at all, and never over newer ones', async () => {
    const course = await env.course(maya!)
    const oral = await env.item(course)
    const { category: gone } = await env.teach('POST', env.path(course, 'score-categories'), { name: 'Gone' })
    await env.write(course, { ...at(oral, maya), points: '5' })
    const book = await env.teach('GET', env.path(course, 'gradebook'))
    const version = Math.max(book.policy.version, gone.version, book.items[0].version)
    const [labs, talks] = [newId(), newId()]
    const rules = {
      version,
      policy: { aggregation: 'weighted', digits: 2 },
      categories: [
        { id: labs, name: 'Labs', weight: '40' },
        { id: talks, name: 'Talks', weight: '60' },
        { id: gone.id, deleted: true },
      ],
      items: [{ id: oral.id, category_id: talks }],
      category_ids: [talks, labs],
    }
    const wrong = [...rules.items, { id: gone.id, extra_credit: true }]
    expect(await env.refused('PUT', env.path(course, 'score-rules'), { ...rules, items: wrong })).toMatchObject({
      details: { 'items.1.id': [{ code: 'score.unknownItem' }] },
    })
    const after = { ...rules, policy: { ...rules.policy, scale_id: newId() } }
    expect(await env.refused('PUT', env.path(course, 'score-rules'), after)).toMatchObject({ status: 400 })
    const names = async () => (await env.teach('GET', env.path(course, 'gradebook'))).categories.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Gone'])
    const saved = await env.teach('PUT', env.path(course, 'score-rules'), rules)
    expect(saved).toMatchObject({ policy: { digits: 2 }, categories: [{ name: 'Talks' }, { name: 'Labs' }], task: null })
    expect(saved.items[0].category_id).toBe(saved.categories[0].id)
    expect(await env.result(course, maya!)).toMatchObject({ percent: '50.00' })
    expect(await env.refused('PUT', env.path(course, 'score-rules'), rules)).toMatchObject({ status: 409, code: 'scorePolicy.newer' })
    expect(await names()).toEqual(['Talks', 'Labs'])
    // an order alone is newer too
    const order = { version: saved.policy.version, category_ids: saved.categories.map(({ id }: { id: string }) => id).toReversed() }
    await env.teach('PUT', env.path(course, 'score-rules'), order)
    expect(await env.refused('PUT', env.path(course, 'score-rules'), order)).toMatchObject({ status: 409 })
  })

  test('a category of another course is not changed by rules', async () => {
    const [course, other] = [await env.course(maya!), await env.course(maya!)]
    const { category } = await env.teach('POST', env.path(other, 'score-categories'), { name: 'Theirs' })
    const rules = { version: category.version, categories: [{ id: category.id, name: 'Mine' }] }
    const { categories } = await env.teach('PUT', env.path(course, 'score-rules'), rules)
    expect(categories).toMatchObject([{ name: 'Mine' }])
    expect(categories[0].id).not.toBe(category.id)
    expect((await env.teach('GET', env.path(other, 'gradebook'))).categories).toMatchObject([{ name: 'Theirs' }])
  })

  test('an empty category, weights of nothing, everything dropped and 0 points possible have a result all the same', async () => {
    const course = await env.course(maya!)
    const category = async (draft: object) =>
      (await env.teach('POST', env.path(course, 'score-categories'), { name: 'Tests', ...draft })).category
    const [tests, free] = [await category({ weight: '60' }), await category({ name: 'Free', weight: '0' })]
    await category({ name: 'Empty', weight: '40' })
    await env.teach('PUT', env.path(course, 'score-policy'), { aggregation: 'weighted', digits: 2 })
    const result = async () => (await env.result(course, maya!)).percent
    expect(await result()).toBe(null)
    const nothing = await env.item(course, { title: 'Thanks', points: '0', category_id: tests.id })
    await env.write(course, { ...at(nothing, maya), points: '5' })
    expect(await result()).toBe(null)
    const oral = await env.item(course, { category_id: tests.id })
    await env.write(course, { ...at(oral, maya), points: '4' })
    // what asks for nothing adds what is earned, and the empty category's weight goes to the others
    expect(await result()).toBe('90.00')
    await env.teach('PUT', `/api/score-categories/${tests.id}`, { drop: 100 })
    const dropped = await result()
    expect(dropped === null || Number(dropped) >= 90).toBe(true)
    const inFree = await env.item(course, { title: 'Walk', category_id: free.id })
    await env.write(course, { ...at(inFree, maya), points: '10' })
    await env.teach('DELETE', `/api/score-categories/${tests.id}`)
    expect([await result(), (await env.mine(course, maya!)).result]).toEqual([expect.toSatisfy(isPercent), expect.anything()])
    const { items } = await env.teach('GET', env.path(course, 'scores/statistics'))
    expect(JSON.stringify(items)).not.toMatch(/NaN|Infinity/)
  })

  test.each([
    ['POST', 'score-items', 'points', ['-1', '1e3', 'NaN', '1.00001', '10000000', 'Infinity', '٣']],
    ['POST', 'score-categories', 'weight', ['-1', '1e3', 'NaN', '1.00001', '1000']],
    ['POST', 'score-categories', 'drop', [-1, 101, 1.5, '1e3']],
    ['PUT', 'score-policy', 'pass_percent', [-1, 101, 0.5, 'NaN']],
    ['PUT', 'score-policy', 'digits', [-1, 3]],
  ])('%s %s: 400 at %s', async (method, call, field, wrong) => {
    const course = await env.course()
    const rest = { 'score-items': { title: 'Oral', points: '1' }, 'score-categories': { name: 'Tests' }, 'score-policy': {} }[call]
    for (const value of wrong) {
      const { status, details } = await env.refused(method, env.path(course, call), { ...rest, [field]: value })
      expect([value, status, Object.keys(details ?? {})]).toEqual([value, 400, [field]])
    }
  })

  test('scales are the organisation’s, and give letters', async () => {
    const levels = [
      { name: 'A', percent: '90' },
      { name: 'B', percent: '0' },
    ]
    expect(await env.refused('POST', '/api/org/score-scales', { name: 'Two', levels }, env.teacher)).toMatchObject({ status: 403 })
    expect(await env.refused('POST', '/api/org/score-scales', { name: 'Two', levels: levels.toReversed() }, env.manager)).toMatchObject({
      details: { 'levels.1.percent': [{ code: 'scoreScale.levels' }] },
    })
    const scale = await env.ok(env.manager, 'POST', '/api/org/score-scales', { name: 'Two', levels })
    const course = await env.course(maya!)
    const oral = await env.item(course)
    await env.write(course, { ...at(oral, maya), points: '9' })
    await env.teach('PUT', env.path(course, 'score-policy'), { scale_id: scale.id })
    expect(await env.result(course, maya!)).toMatchObject({ percent: '90.0', letter: 'A' })
    const [url, less] = [`/api/org/score-scales/${scale.id}`, [{ name: 'C', percent: '50' }, levels[1]]]
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { levels: less }],
    ] as const)
      expect(await env.refused(method, url, body, env.manager)).toMatchObject({ status: 409, code: 'scoreScale.used' })
    expect((await env.ok(env.teacher, 'GET', '/api/org/score-scales')).items).toMatchObject([{ name: 'Two', used: 1 }])
  })

  test('of more than twenty people a task recalculates the results, and a pasted column too', async () => {
    const many = await env.students(25)
    const course = await env.course(...many)
    const [oral, essay] = [await env.item(course), await env.item(course, { title: 'Essay', extra_credit: true })]
    const { task, results } = await env.write(course, ...many.map((one, nth) => ({ ...at(oral, one), points: String(nth % 11) })), {
      ...at(essay, many[3]),
      points: '2',
    })
    expect([typeof task, results]).toEqual(['string', []])
    await until(async () => (await env.result(course, many[24]!)).percent === '20.0')
    expect(await env.result(course, many[3]!)).toMatchObject({ percent: '50.0' })
    const { task: again } = await env.teach('PUT', env.path(course, 'score-policy'), { digits: 0 })
    expect(typeof again).toBe('string')
    await until(
      async () => (await env.result(course, many[24]!)).percent === '20' && (await env.book(course)).policy.recalculating === null,
    )
    const { items } = await env.teach('GET', env.path(course, 'scores/statistics'))
    expect(items[0]).toMatchObject({ item_id: oral.id, count: 25, mean: '4.52', median: '4', lower_quartile: '2', highest: '10' })
    expect(items[0].bins.reduce((sum: number, n: number) => sum + n)).toBe(25)
    expect(items.at(-1)).toMatchObject({ item_id: null, count: 25 })
  })
})
