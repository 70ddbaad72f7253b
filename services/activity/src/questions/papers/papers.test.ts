// Papers: written, frozen when they are published, drawn; and students who read nothing of a key before the results are theirs to see.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'
import { questionTypes } from '../question-types.ts'
import type { QuestionTypeName } from '../question-types/api.ts'

let env: TestCourse
let exam: TestExam
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
})
afterAll(() => exam?.stop())

const paperOf = (id: string) => env.ok(env.teacher, 'GET', `/api/activities/${id}/paper`)
const publish = (id: string) =>
  env.call(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [id], published: true })
const versionsOf = async (attempt: string, who = env.student): Promise<string[]> =>
  (await exam.paper(attempt, who)).sections.flatMap(({ items }: { items: { version_id: string }[] }) =>
    items.map(({ version_id }) => version_id),
  )

describe('draws', () => {
  let bank: string
  beforeAll(async () => {
    bank = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Drawn', course_id: env.course })).id
    for (let nth = 0; nth < 6; nth++) await exam.question('true_false', { tags: nth < 4 ? ['deep'] : [] }, bank)
  })
  const draw = (count: number, more: object = {}) => ({ draw: { bank_id: bank, count, ...more }, points: '1' })

  test('more than there is refuses the publication with the number, also where two draws share a bank', async () => {
    const id = await exam.create({}, [exam.section([draw(7)])], { publish: false })
    expect((await paperOf(id)).problems).toEqual([
      { section: 'part1', entry: 0, code: 'paper.drawsTooMany', params: { wanted: 7, there: 6 } },
    ])
    expect((await publish(id)).body.details.published).toMatchObject([{ code: 'paper.drawsTooMany', params: { wanted: 7, there: 6 } }])
    await exam.put(id, [exam.section([draw(4), draw(2, { tags: ['deep'] })])])
    expect((await publish(id)).body.details.published).toMatchObject([{ code: 'paper.drawsTooMany', params: { wanted: 2, there: 0 } }])
    await exam.put(id, [exam.section([draw(2, { tags: ['deep'] }), draw(4)])])
    expect((await publish(id)).status).toBe(200)
  })
  test('each attempt has its own, no question twice, and the same after every reading', async () => {
    const fixed = await exam.question('single', {}, bank)
    const id = await exam.create({ settings: { attempts: 20 } }, [
      exam.section([exam.fixed(fixed), draw(3, { types: ['true_false'] }), draw(3)]),
    ])
    expect((await paperOf(id)).points).toBe('7')
    const seen = new Set<string>()
    for (let nth = 0; nth < 4; nth++) {
      const who = await exam.student(`Drawn ${nth}`)
      const { id: attempt } = await exam.begin(id, who)
      const versions = await versionsOf(attempt, who)
      expect([versions.length, new Set(versions).size]).toEqual([7, 7])
      expect(await versionsOf(attempt, who)).toEqual(versions)
      const stored = await env.db.query('select versions::text[] as versions from attempts where id = $1', [attempt])
      expect(stored.rows[0].versions).toEqual(versions)
      seen.add(versions.join())
    }
    expect(seen.size).toBeGreaterThan(1)
    const preview = await env.ok(env.teacher, 'GET', `/api/activities/${id}/paper/preview`)
    expect(preview.sections[0].items).toHaveLength(7)
  })
})

test('without a question it is not published; a question that cannot be used is refused at its entry', async () => {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type: 'exam', title: 'Empty' })
  expect((await publish(id)).body.details.published).toMatchObject([{ code: 'paper.empty' }])
  const [question, scale] = [await exam.question('single'), await exam.question('scale')]
  const put = async (...entries: object[]) => (await exam.put(id, [exam.section(entries)])).body.details
  const at = 'sections.0.entries.0'
  expect(await put({ points: '1' })).toHaveProperty([at])
  expect(await put({ question_id: newId(), points: '1' })).toHaveProperty([`${at}.question_id`])
  expect(await put({ question_id: question, version_id: newId(), points: '1' })).toHaveProperty([`${at}.version_id`])
  expect(await put(exam.fixed(question), exam.fixed(question))).toHaveProperty(['sections.0.entries.1.question_id'])
  expect(await put(exam.fixed(question, '1,5'))).toHaveProperty([`${at}.points`])
  expect(await put({ draw: { bank_id: exam.bank, count: 301 }, points: '1' })).toBeDefined()
  await exam.put(id, [exam.section([exam.fixed(scale)])])
  expect((await paperOf(id)).problems).toMatchObject([{ code: 'paper.notAsked' }])
  const keyless = await exam.question('single', { key: {} })
  await exam.put(id, [exam.section([exam.fixed(keyless)])])
  expect((await paperOf(id)).problems).toMatchObject([{ code: 'paper.noRight' }])
  expect((await env.call(env.student, 'GET', `/api/activities/${id}/paper`)).status).toBe(403)
  const stale = await env.call(env.teacher, 'PUT', `/api/activities/${id}/paper`, { sections: [], version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'paper.newer'])
})

test('a running attempt keeps its paper when the paper and its questions change', async () => {
  const question = await exam.question('single')
  const id = await exam.create({}, [exam.section([exam.fixed(question, '2')])])
  const { id: attempt } = await exam.begin(id)
  const before = await versionsOf(attempt)
  const { version, ...read } = await env.ok(env.teacher, 'GET', `/api/questions/${question}`)
  const { title, content, key, feedback, points, tags } = read
  await env.ok(env.teacher, 'PUT', `/api/questions/${question}`, {
    title,
    content,
    key,
    feedback,
    points,
    tags,
    stem: '<p>Anew?</p>',
    version,
  })
  expect((await env.call(env.teacher, 'DELETE', `/api/questions/${question}`)).status).toBeGreaterThanOrEqual(400)
  const first = await paperOf(id)
  expect(first).toMatchObject({ n: 1, begun: true, sections: [{ entries: [{ question: { n: 1, newer: true } }] }] })
  await exam.put(id, [exam.section([exam.fixed(question, '4')])])
  expect(await paperOf(id)).toMatchObject({
    n: 2,
    begun: false,
    points: '4',
    sections: [{ entries: [{ question: { n: 2, stem: '<p>Anew?</p>' } }] }],
  })
  expect(await versionsOf(attempt)).toEqual(before)
  const other = await exam.student('Later')
  expect(await versionsOf((await exam.begin(id, other)).id, other)).not.toEqual(before)
  // two points of two are four of four
  await exam.submit(attempt, env.student, { items: [{ slot: 0, seq: 1, answer: { choice: 'carbon' } }] })
  await exam.sweep()
  const { items } = await env.ok(env.teacher, 'GET', `/api/courses/${env.course}/gradebook`)
  const item = items.find((one: { activity_id: string }) => one.activity_id === id)
  expect(item.points).toBe('4')
  const scores = await env.db.query('select trim_scale(points)::text as points from scores where item_id = $1', [item.id])
  expect(scores.rows).toEqual([{ points: '4' }])
})

test('a copy has the paper as a draft of its own', async () => {
  const id = await exam.create({}, [
    exam.section([exam.fixed(await exam.question('single'), '2')], { title: 'Part', text: '<p>Read.</p>' }),
  ])
  const copy = await env.ok(env.teacher, 'POST', `/api/activities/${id}/copy`, { title: 'Copy' })
  const [from, to] = [await paperOf(id), await paperOf(copy.id)]
  expect(to).toMatchObject({ n: 1, frozen_at: null, points: '2', sections: from.sections })
  expect(to.id).not.toBe(from.id)
})

test('no call of a student has the key before the results are released', async () => {
  const types = (Object.keys(questionTypes) as QuestionTypeName[]).filter((type) => questionTypes[type].askers.includes('exam'))
  const marker = 'unmistakable'
  const questions: string[] = []
  for (const type of types) {
    const { key } = questionTypes[type].example as { key: Record<string, unknown> }
    questions.push(
      await exam.question(type, {
        feedback: `<p>${marker}</p>`,
        key: {
          ...key,
          ...(type === 'short_answer' && { accepted: [{ text: marker, percent: '100' }] }),
          ...(type === 'essay' && { guide: `<p>${marker}</p>` }),
        },
      }),
    )
  }
  const id = await exam.create({ settings: { results_shown: 'feedback', shuffle_questions: true, shuffle_options: true } }, [
    exam.section(questions.map((one) => exam.fixed(one))),
  ])
  const { id: attempt } = await exam.begin(id)
  const bodies: string[] = []
  const reads = async () => {
    for (const url of [
      `/api/activities/${id}`,
      `/api/courses/${env.course}/content`,
      `/api/courses/${env.course}/exams`,
      `/api/activities/${id}/my-attempts`,
      `/api/attempts/${attempt}/paper`,
      `/api/attempts/${attempt}/answers`,
      `/api/attempts/${attempt}/files`,
      `/api/attempts/${attempt}/review`,
      `/api/activities/${id}/invigilation/events?person_id=${env.student.person}`,
      `/api/attempts/${attempt}/late-answers`,
      `/api/activities/${id}/paper`,
      `/api/activities/${id}/paper/preview`,
      `/api/activities/${id}/questions-to-mark`,
      `/api/activities/${id}/answers?attempt_id=${attempt}`,
      `/api/activities/${id}/question-statistics`,
      `/api/activities/${id}/regrades`,
      `/api/activities/${id}/invigilation`,
      `/api/banks?course_id=${env.course}`,
      `/api/banks/${exam.bank}/questions`,
      `/api/questions/${questions[0]}`,
      `/api/questions/${questions[0]}/versions`,
      `/api/courses/${env.course}/my-scores`,
      '/api/todo',
    ])
      bodies.push(JSON.stringify((await env.call(env.student, 'GET', url)).body))
  }
  await reads()
  bodies.push(JSON.stringify((await exam.save(attempt, [{ slot: 0, seq: 1, answer: { text: 'x' } }])).body))
  bodies.push(JSON.stringify((await exam.submit(attempt)).body))
  await reads()
  await exam.sweep()
  await reads()
  for (const fact of ['AttemptSubmitted', 'ActivityChanged', 'ProgressChanged', 'FilesHeld'])
    bodies.push(JSON.stringify(await env.facts(fact)))
  for (const body of bodies) {
    expect(body).not.toContain(marker)
    expect(body).not.toMatch(/"(key|right|accepted|percents|pairs|solution)":/)
  }
})

test('pictures and sounds of questions and sections are held, and open for whom the paper asks', async () => {
  const image = (name: string, who = env.teacher) => env.upload(who, { type: 'image', name })
  const [stemFile, above, guide, sound] = [
    await image('reef.png'),
    await image('map.png'),
    await image('guide.png'),
    await env.upload(env.teacher, { type: 'audio', name: 'whale.mp3' }),
  ]
  const picture = (id: string) => `<p><img data-upload="${id}" /></p>`
  const essay = await exam.question('essay', {
    stem: `${picture(stemFile)}<p><a data-upload="${sound}">whale.mp3</a></p>`,
    content: { format: 'rich' },
    key: { guide: picture(guide) },
  })
  const sections = [exam.section([exam.fixed(essay, '0')], { text: picture(above) })]
  const id = await exam.create({}, sections, { type: 'questionnaire' })
  const files = async (who = env.student, of = id): Promise<{ upload_id: string; url: string }[]> =>
    (await env.ok(who, 'GET', `/api/activities/${of}/paper/files`)).items
  const ids = async (...of: Parameters<typeof files>) => (await files(...of)).map(({ upload_id }) => upload_id).sort()
  expect(await ids()).toEqual([stemFile, above, sound].sort())
  expect((await files()).find(({ upload_id }) => upload_id === sound)!.url).toMatch(/master.m3u8$/)
  expect(await ids(env.teacher)).toEqual([stemFile, above, guide, sound].sort())
  const paper = (await paperOf(id)).id
  const held = (await env.facts('FilesHeld')).findLast(({ holder }) => holder === `paper:${paper}`)
  expect(held.upload_ids.toSorted()).toEqual([stemFile, above, sound].sort())
  expect((await env.call(env.stranger, 'GET', `/api/activities/${id}/paper/files`)).status).toBe(403)
  // of an exam they come with the attempt
  const exam1 = await exam.create({}, sections)
  expect((await env.call(env.student, 'GET', `/api/activities/${exam1}/paper/files`)).status).toBe(403)
  const { id: attempt } = await exam.begin(exam1)
  expect((await env.ok(env.student, 'GET', `/api/attempts/${attempt}/files`)).items).toHaveLength(3)
  // nobody opens the file of somebody else by naming it
  const foreign = await image('hers.png', env.other)
  const put = await exam.put(id, [exam.section([exam.fixed(essay, '0')], { text: picture(foreign) })])
  expect(put.body.details['sections.0.text'][0].code).toBe('upload.unknown')
})

test('a question that shares a text says so to who writes the paper', async () => {
  const text = await exam.question('stimulus', { stem: '<p>Read the report.</p>' })
  const id = await exam.create({}, [exam.section([exam.fixed(await exam.question('single', { stimulus_id: text }))])], { publish: false })
  const { sections } = await paperOf(id)
  expect(sections[0].entries[0].question.about).toMatchObject({ stem: '<p>Read the report.</p>' })
  expect(sections[0].entries[0]).not.toHaveProperty('stimulus')
})
