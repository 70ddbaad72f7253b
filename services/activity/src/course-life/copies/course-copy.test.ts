// The content of a copied course: all of its texts, at later dates, links into itself.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { courseCopies } from '../../test/course-copies.ts'

let env: TestCourse
/** A course of its own for each test. */
let source: string
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())
beforeEach(async () => {
  source = (await env.inCourse(env.teacher, 'POST', '/api/course', { name: 'Tides', time_zone: 'Europe/Berlin' })).body.id
})

/** Links without what cleaning adds to them. */
const cleaned = (html: string) => html.replace(/ rel="[^"]*"| target="[^"]*"/g, '')
const { add, activity, copied, content, read, titles } = courseCopies(
  () => env,
  () => source,
)

test('modules, texts, files, settings, dates by the clock, prerequisites, plan, drafts; links lead into the copy, progress stays behind', async () => {
  const waves = await add('modules', { name: 'Waves' })
  const shores = await add('modules', { name: 'Shores', starts_at: '2026-10-01T06:00:00.000Z' })
  const film = await env.upload(env.teacher)
  const first = await activity({ title: 'First', module_id: waves.id, published: true, completion_criterion_key: 'read' })
  const second = await activity({
    type: 'online_video',
    title: 'Second',
    module_id: shores.id,
    upload_ids: [film],
    settings: { forward_seeking: false },
    start_time: '2026-10-20T06:00:00.000Z',
    due_time: '2026-10-20T21:59:00.000Z',
    prerequisite_ids: [first.id],
    completion_criterion_key: 'watched_60',
    body: `<p><a href="/course/${source}/learning-activity#/${first.id}">before</a></p>`,
  })
  await activity({ title: 'In no module' })
  const { syllabuses } = await add('syllabuses', { syllabuses: [{ name: 'Week 1', starts_on: '2026-10-19', ends_on: '2026-10-25' }] })
  await env.ok(env.teacher, 'PUT', `/api/syllabus/${syllabuses[0].id}/activity-sort`, { activity_ids: [second.id] })
  await env.ok(env.teacher, 'POST', `/api/course/activities-read/${first.id}`)
  const course = await copied({ shift_days: 14 })
  const { modules, activities } = await content(course)
  expect(modules.map(({ name, sort, starts_at }) => [name, sort, starts_at])).toEqual([
    ['Waves', 1, null],
    ['Shores', 2, '2026-10-15T06:00:00.000Z'],
  ])
  const by = new Map<string, any>(activities.map((row) => [row.title, row]))
  expect(
    [...by].map(([title, { published, module_id, my }]) => [title, published, modules.findIndex(({ id }) => id === module_id), my.percent]),
  ).toEqual(
    expect.arrayContaining([
      ['First', true, 0, 0],
      ['Second', false, 1, 0],
      ['In no module', false, -1, 0],
    ]),
  )
  const copy = await read(by.get('Second').id)
  expect(copy).toMatchObject({
    settings: { forward_seeking: false },
    completion_criterion_key: 'watched_60',
    uploads: [{ id: film }],
    prerequisite_ids: [by.get('First').id],
    // the clocks of Berlin go back on 25 October
    start_time: '2026-11-03T07:00:00.000Z',
    due_time: '2026-11-03T22:59:00.000Z',
  })
  expect(copy.body).toContain(`href="/course/${course}/learning-activity#/${by.get('First').id}"`)
  expect((await env.facts('FilesHeld')).at(-1)).toMatchObject({ holder: `activity:${copy.id}`, upload_ids: [film], course_id: course })
  const plan = await env.ok(env.teacher, 'GET', `/api/courses/${course}/syllabuses`)
  expect(plan.syllabuses).toMatchObject([{ name: 'Week 1', starts_on: '2026-11-02', ends_on: '2026-11-08' }])
  expect((await env.facts('ContentCopied')).at(-1)).toMatchObject({
    course_id: course,
    from_id: source,
    activities: 3,
    skipped: 0,
    failed: false,
  })
  expect((await env.db.query('select 1 from copied_items')).rowCount).toBe(0)
})

test('chosen modules alone; a link to what was left behind leads there still', async () => {
  const [one, two] = [await add('modules', { name: 'One' }), await add('modules', { name: 'Two' })]
  const left = await activity({ title: 'Left behind', module_id: one.id })
  const link = `<a href="/course/${source}/learning-activity#/${left.id}" rel="noopener noreferrer">x</a>`
  await activity({ title: 'Taken', module_id: two.id, body: link, prerequisite_ids: [left.id] })
  await activity({ title: 'In no module' })
  const course = await copied({ module_ids: [two.id] })
  const { modules, activities } = await content(course)
  expect([modules.map(({ name }) => name), activities.map(({ title }) => title)]).toEqual([['Two'], ['Taken']])
  expect(await read(activities[0]!.id)).toMatchObject({ body: link, prerequisite_ids: [] })
  expect(await titles(await copied({ module_ids: [], without_module: true }))).toEqual(['In no module'])
})

test('questions that lead into the source are the copy’s own, with what they are about; others are shared; sections and rubrics lead into the copy', async () => {
  const page = await activity({ title: 'Reading' })
  const link = (to: string, id: string) => `<a href="/course/${to}/learning-activity#/${id}">there</a>`
  const here = (text: string) => `<p>${text} ${link(source, page.id)}</p>`
  const bank = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Tides', course_id: source })).id
  const mine = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Mine' })).id
  const question = async (stem: string, more: object = {}, to = bank) => {
    const draft = {
      type: 'true_false',
      title: stem.slice(3, 9),
      stem,
      content: {},
      key: { right: true },
      feedback: '',
      points: '1',
      tags: [],
      ...more,
    }
    const [{ id }] = (await env.ok(env.teacher, 'POST', `/api/banks/${to}/questions`, { questions: [draft] })).results
    return id as string
  }
  const about = await question(here('Text'), { type: 'stimulus', key: {} })
  const questionIds = [
    await question('<p>Plain.</p>'),
    await question('<p>About the text.</p>', { stimulus_id: about }),
    await question('<p>Answers.</p>', { key: { right: true, feedback: { false: here('See') } } }, mine),
    await question('<p>Ebb.</p>', { feedback: here('More:') }),
  ]
  await question(here('Unasked'), { tags: ['drawn'] })
  const entries = [
    ...questionIds.map((question_id) => ({ question_id, points: '1' })),
    { draw: { bank_id: bank, tags: ['drawn'], count: 1 }, points: '1' },
  ]
  const paperOf = (id: string) => env.ok(env.teacher, 'GET', `/api/activities/${id}/paper`)
  const exam = async (title: string, published: boolean) => {
    const { id } = await activity({ type: 'exam', title })
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}/paper`, {
      sections: [{ id: 'part', title: '', text: here('Read'), entries }],
      version: 0,
    })
    if (published) await env.ok(env.teacher, 'POST', `/api/courses/${source}/publish-activities`, { activity_ids: [id], published })
    const criterion = {
      id: newId(),
      title: 'Sense',
      about: `See https://learn.example/course/${source}/learning-activity#/${page.id}, and /course/${newId()}`,
    }
    const level = { id: newId(), points: '5', title: 'Good', about: `/course/${source}/content` }
    await env.ok(env.teacher, 'PUT', `/api/activities/${id}/rubric`, { criteria: [{ ...criterion, levels: [level] }], version: 0 })
    return { id, criterion }
  }
  const frozen = await exam('Frozen', true)
  await exam('Draft', false)
  // what is asked in an older version stays so
  const { version } = await env.ok(env.teacher, 'GET', `/api/questions/${questionIds[3]}`)
  await env.ok(env.teacher, 'PUT', `/api/questions/${questionIds[3]}`, { stem: '<p>Flood.</p>', version })
  const before = await paperOf(frozen.id)
  const course = await copied()
  const by = new Map<string, string>((await content(course)).activities.map(({ title, id }) => [title, id]))
  const there = (text: string) => `<p>${text} ${link(course, by.get('Reading')!)}</p>`
  expect(await paperOf(frozen.id)).toEqual(before)
  for (const title of ['Frozen', 'Draft']) {
    const paper = await paperOf(by.get(title)!)
    expect([paper.problems, paper.frozen_at !== null]).toEqual([[], title === 'Frozen'])
    const [{ text, entries: copies }] = paper.sections
    const questions = copies.flatMap(({ question: one }: any) => one ?? [])
    expect(cleaned(text)).toBe(there('Read'))
    expect(copies[4]).toMatchObject({ there: 1, draw: { tags: ['drawn'] } })
    expect(copies[4].draw.bank_id).not.toBe(bank)
    expect(questions.map(({ question_id }: any) => questionIds.includes(question_id))).toEqual([true, false, false, false])
    expect(cleaned(questions[1].about.stem)).toBe(there('Text'))
    expect(cleaned(questions[2].key.feedback.false)).toBe(there('See'))
    expect(questions[3]).toMatchObject({ n: 1, stem: '<p>Ebb.</p>', newer: true })
    const { items } = await env.ok(env.teacher, 'GET', `/api/questions/${questions[3].question_id}/versions`)
    expect(items.map((one: any) => [one.n, one.stem, cleaned(one.feedback)])).toEqual([
      [2, '<p>Flood.</p>', there('More:')],
      [1, '<p>Ebb.</p>', there('More:')],
    ])
    const { criteria } = await env.ok(env.teacher, 'GET', `/api/activities/${by.get(title)}/rubric`)
    expect(criteria[0].levels[0].about).toBe(`/course/${course}/content`)
    if (title === 'Frozen')
      expect(criteria[0].about).toBe(frozen.criterion.about.replace(source, course).replace(page.id, by.get('Reading')!))
  }
  const view = await env.ok(env.teacher, 'GET', `/api/activities/${by.get('Frozen')}/paper/preview`)
  expect(JSON.stringify(view)).not.toContain(source)
  const banks = (await env.ok(env.teacher, 'GET', `/api/banks?course_id=${course}`)).items.filter(({ kind }: any) => kind === 'course')
  // nothing is there twice: the bank of the source, and of one's own bank what leads into it
  expect(banks.map((one: any) => [one.title, one.questions]).toSorted()).toEqual([
    ['Mine', 1],
    ['Tides', 5],
  ])
  const inCopy = await env.db.query(
    'select v.stem from question_versions v join questions q on q.id = v.question_id join banks b on b.id = q.bank_id where b.course_id = $1 and v.stem like $2',
    [course, '%Unasked%'],
  )
  expect(inCopy.rows.map(({ stem }) => cleaned(stem))).toEqual([there('Unasked')])
})

test('work in groups is done in the groups of the copy; without them, and of a set that is gone, by each alone', async () => {
  const set = (await env.inCourse(env.teacher, 'POST', `/api/courses/${source}/group-sets`, { name: 'Lab teams', groups: ['Reefs'] })).body
    .id
  // no type that is offered yet is done in groups: such rows are those of a newer release
  const inGroups = async (title: string, of: string) => {
    const { id } = await activity({
      type: 'learning_activity',
      title,
      body: `<p><a href="/course/${source}/groups?set=${of}">Groups</a></p>`,
    })
    await env.db.query('update activities set group_set_id = $2 where id = $1', [id, of])
  }
  await inGroups('Report', set)
  await inGroups('Of a set that is gone', newId())
  const setsOf = async (course: string) => {
    const by = (await content(course)).activities.map(async ({ title, id }) => [title, (await read(id)).group_set_id])
    return Object.fromEntries(await Promise.all(by))
  }
  const course = await copied()
  const [there] = (await env.courses.call(env.teacher, 'GET', `/api/courses/${course}/group-sets`)).body.items
  expect(there.id).not.toBe(set)
  expect(await setsOf(course)).toEqual({ Report: there.id, 'Of a set that is gone': null })
  expect(await setsOf(source)).toMatchObject({ Report: set })
  const report = (await content(course)).activities.find(({ title }) => title === 'Report')!
  expect((await read(report.id)).body).toContain(`href="/course/${course}/groups?set=${there.id}"`)
  const created = (await env.facts('ActivityCreated')).filter(({ activity: row }) => row.course_id === course && row.title === 'Report')
  expect(created.map(({ activity: row }) => row.group_set_id)).toEqual([there.id])
  expect(await setsOf(await copied({ module_ids: [], without_module: true }))).toEqual({ Report: null, 'Of a set that is gone': null })
})

test('a prerequisite that is hidden is waited for in the copy too, in the bin it is left out, and brought back it waits in the source alone', async () => {
  const [hidden, gone] = [await activity({ title: 'Hidden' }), await activity({ title: 'Gone', published: true })]
  const last = await activity({ title: 'Last', published: true, prerequisite_ids: [hidden.id, gone.id] })
  await env.ok(env.teacher, 'DELETE', `/api/activities/${gone.id}`)
  const course = await copied()
  const by = new Map<string, string>((await content(course)).activities.map(({ title, id }) => [title, id]))
  expect([...by.keys()].toSorted()).toEqual(['Hidden', 'Last'])
  expect((await read(by.get('Last')!)).prerequisite_ids).toEqual([by.get('Hidden')])
  await env.ok(env.teacher, 'PUT', `/api/activities/${gone.id}/restore`)
  expect((await read(last.id)).prerequisite_ids.toSorted()).toEqual([hidden.id, gone.id].toSorted())
  expect((await read(by.get('Last')!)).prerequisite_ids).toEqual([by.get('Hidden')])
})
