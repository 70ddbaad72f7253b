// Marking of answers: by question, without names, by two; anew after a corrected question; and what the questions did.
import { grantKeys, verifyGrant } from '@lyceum/upload/mirror/grant'
import { until } from '@lyceum/kit/test/wait'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCourse } from '../../test/course.ts'
import { examCourse, type TestExam } from '../../test/exam.ts'

let env: TestCourse
let exam: TestExam
let single: string
let essay: string
let students: Actor[]
beforeAll(async () => {
  ;({ env, exam } = await examCourse())
  single = await exam.question('single')
  essay = await exam.question('essay')
  students = [await exam.student('Ann'), await exam.student('Bo'), await exam.student('Cy')]
})
afterAll(() => exam?.stop())

const written = async (settings: object = {}, draft: object = {}) => {
  const id = await exam.create({ settings: { results_when: 'at_once', results_shown: 'feedback', ...settings }, ...draft }, [
    exam.section([exam.fixed(single, '2'), exam.fixed(essay, '8')]),
  ])
  const attempts: string[] = []
  for (const [nth, who] of students.entries()) {
    const { id: attempt } = await exam.begin(id, who)
    await exam.submit(attempt, who, {
      items: [
        { slot: 0, seq: 1, answer: { choice: nth === 0 ? 'carbon' : 'oxygen' } },
        ...(nth < 2 ? [{ slot: 1, seq: 1, answer: { text: `<p>Text ${nth}</p>` } }] : []),
      ],
    })
    attempts.push(attempt)
  }
  await exam.sweep()
  return { id, attempts }
}
const end = (id: string) => env.db.query('update activities set end_time = now() where id = $1', [id])
const mark = (attempt: string, body: object, who = env.teacher) => env.call(who, 'PUT', `/api/attempts/${attempt}/answers/1/mark`, body)
const counted = async (id: string) => (await Promise.all(students.map((who) => exam.mine(id, who)))).map((one) => one.counted)
const toMark = async (id: string, query: string, who = env.teacher) =>
  await env.ok(who, 'GET', `/api/activities/${id}/answers?page_size=50&${query}`)
const questions = async (id: string) => (await env.ok(env.teacher, 'GET', `/api/activities/${id}/questions-to-mark`)).items

test('all answers to one question in a row; the score counts once nothing waits, and a blank one never waits', async () => {
  const { id, attempts } = await written()
  expect(await counted(id)).toEqual([null, null, '0'])
  expect(await questions(id)).toMatchObject([
    { question_id: essay, marking: 'person', to_mark: 2, marked: 1, answers: 3, points: '8' },
    { question_id: single, marking: 'key', to_mark: 0, marked: 3, answers: 3, points: '2' },
  ])
  const row = await toMark(id, `question_id=${essay}&state=to_mark`)
  expect(row.items.map(({ author, answer }: any) => [author.name, answer.text])).toEqual([
    ['Ann', '<p>Text 0</p>'],
    ['Bo', '<p>Text 1</p>'],
  ])
  expect((await mark(attempts[0]!, { points: '9', done: true, version: 0 })).body.details.points[0].code).toBe('score.aboveMost')
  const draft = await mark(attempts[0]!, { points: '6.5', comment: 'Good.', version: 0 })
  expect(draft.body).toMatchObject({ state: 'draft', points: '6.5', place: 0 })
  expect((await counted(id))[0]).toBeNull()
  expect((await mark(attempts[0]!, { done: true, version: 0 })).body.code).toBe('marking.newer')
  expect((await mark(attempts[0]!, { done: true, version: draft.body.version })).body).toMatchObject({ state: 'done', points: '6.5' })
  expect((await counted(id))[0]).toBe('8.5')
  expect((await toMark(id, `question_id=${essay}&state=marked`)).items).toMatchObject([
    { points: '6.5', marking: { comment: 'Good.' } },
    { answer: null },
  ])
  const review = await env.ok(students[0]!, 'GET', `/api/attempts/${attempts[0]}/review`)
  expect(review.items).toMatchObject([{ given: '2' }, { given: '6.5', comment: 'Good.' }])
  expect((await toMark(id, `attempt_id=${attempts[1]}`)).items.map(({ slot }: { slot: number }) => slot)).toEqual([0, 1])
  // a person's points over the key's
  await env.ok(env.teacher, 'PUT', `/api/attempts/${attempts[0]}/answers/0/mark`, { points: '1', done: true, version: 0 })
  expect((await counted(id))[0]).toBe('7.5')
  const waits = await env.ok(env.teacher, 'GET', '/api/marking?page_size=50')
  expect(waits.items.find((one: { activity_id: string }) => one.activity_id === id)).toMatchObject({ to_mark: 1, submitted: 3 })
  // the start page counts them too
  const { courses } = await env.ok(env.teacher, 'GET', '/api/my-teaching')
  expect(courses.find((one: { course_id: string }) => one.course_id === env.course)).toMatchObject({ to_mark_count: waits.to_mark })
})

test('without names until the results are released; answers appear in fives, and all once the exam is over', async () => {
  const { id, attempts } = await written({}, { anonymous: true })
  const waiting = await env.ok(env.teacher, 'GET', `/api/activities/${id}/questions-to-mark`)
  expect([waiting.waiting, waiting.items, await toMark(id, `question_id=${essay}`)]).toMatchObject([3, [], { items: [], total: 0 }])
  await end(id)
  expect(await env.ok(env.teacher, 'GET', `/api/activities/${id}/questions-to-mark`)).toMatchObject({ waiting: 0 })
  const read = JSON.stringify([
    await toMark(id, `question_id=${essay}`),
    await env.ok(env.teacher, 'GET', `/api/attempts/${attempts[0]}/review`),
    await questions(id),
  ])
  const bodies = read + JSON.stringify((await env.facts('AttemptSubmitted')).filter(({ activity_id }) => activity_id === id))
  for (const { person } of students) expect(bodies).not.toContain(person)
  expect(bodies).not.toContain('"Ann"')
  // the invigilation shows names: it has no attempt, and facts of answers have no time
  const seen = await env.ok(env.teacher, 'GET', `/api/activities/${id}/invigilation`)
  const ann = seen.items.find(({ person }: { person: string }) => person === students[0]!.person)
  expect(ann).toMatchObject({ name: 'Ann', attempts: 1, attempt_id: null })
  for (const attempt of attempts) expect(JSON.stringify(seen)).not.toContain(attempt)
  for (const time of [ann.started_at, ann.submitted_at, ann.seen_at]) expect(read).not.toContain(time)
  const events = `/api/activities/${id}/invigilation/events?person_id=${students[0]!.person}`
  expect((await env.ok(env.teacher, 'GET', events)).items.map(({ kind, at }: { kind: string; at: string }) => [kind, at])).toEqual([
    ['begun', ann.started_at],
    ['handed_in', ann.submitted_at],
  ])
  expect((await toMark(id, `question_id=${essay}`)).items[0].author).toMatchObject({
    kind: 'pseudonym',
    name: null,
    number: expect.any(Number),
  })
})

test('of a nameless answer neither a file’s own id nor its name is read, wherever the answer is', async () => {
  const { id, attempts } = await written({}, { anonymous: true })
  await end(id)
  const uploads = [
    await env.upload(students[0]!, { type: 'document', name: 'Ann.pdf', extension: 'pdf', stored: true }),
    await env.upload(students[0]!, { type: 'document', name: 'Ann.pdf', extension: 'pdf', stored: true }),
  ]
  const text = `<p><a data-upload="${uploads[1]}" title="Ann.pdf">Ann.pdf</a></p>`
  const answer = JSON.stringify({ text, upload_ids: [uploads[0]] })
  await env.db.query('update attempt_answers set answer = $2 where attempt_id = $1 and slot = 1', [attempts[0], answer])
  await env.db.query(
    `insert into late_answers (attempt_id, slot, device, seq, answer, saved_at) values ($1, 0, $2, 7, $3, '2026-11-02T03:17:23.456Z')`,
    [attempts[0], newId(), answer],
  )
  const [row] = (await toMark(id, `attempt_id=${attempts[0]}`)).items.filter(({ slot }: { slot: number }) => slot === 1)
  const read = [
    row,
    await env.ok(env.teacher, 'GET', `/api/attempts/${attempts[0]}/review`),
    await env.ok(env.teacher, 'GET', `/api/attempts/${attempts[0]}/review/files`),
    await env.ok(env.teacher, 'GET', `/api/attempts/${attempts[0]}/late-answers`),
  ]
  for (const secret of [...uploads, '"Ann"', 'Ann.pdf', '03:17:23']) expect(JSON.stringify(read)).not.toContain(secret)
  const [listed, inText] = row.files.map((file: { upload_id: string }) => file.upload_id)
  expect(row.answer).toMatchObject({ upload_ids: [listed], text: expect.stringContaining(`data-upload="${inText}"`) })
  expect(read[1].items[1].answer).toEqual(row.answer)
  const keys = grantKeys(Buffer.alloc(32, 7).toString('base64url'))
  for (const { grant } of [...row.files, ...read[2].items.filter(({ upload_id }: any) => [listed, inText].includes(upload_id))])
    expect(verifyGrant(keys, grant, new Date())).toMatchObject({ stripped: true })
  const names = read[2].items.map(({ upload_id, name }: { upload_id: string; name: string }) => [upload_id, name])
  expect(names).toEqual([
    [listed, 'file-1.pdf'],
    [inText, 'file-2.pdf'],
  ])
  expect(attempts.map((attempt) => attempt[14])).toEqual(['4', '4', '4'])
})

describe('two markers', () => {
  test('do not see each other until both are done; equal ones decide, others wait for a decision', async () => {
    const second: Actor = { kind: 'person', person: newId(), org: env.org, roles: ['instructor'], session: newId() }
    await env.db.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version) values ($1, $2, 'Second', 'T2', '', '', 'en', false, 1)`,
      [second.person, env.org],
    )
    await env.db.query(
      `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'instructor', 'active', 1)`,
      [env.course, second.person, env.org],
    )
    const { id, attempts } = await written({ second_marker: true })
    expect((await mark(attempts[0]!, { points: '4', done: true, version: 0 })).body.place).toBe(1)
    expect((await toMark(id, `question_id=${essay}`, second)).items[0]).toMatchObject({ marking: null, others: [], points: null, done: 1 })
    await mark(attempts[0]!, { points: '4', done: true, version: 0 }, second)
    expect((await counted(id))[0]).toBe('6')
    await mark(attempts[1]!, { points: '4', done: true, version: 0 })
    await mark(attempts[1]!, { points: '6', done: true, version: 0 }, second)
    expect((await counted(id))[1]).toBeNull()
    const decision = { points: '5', version: 0 }
    expect((await env.call(env.teacher, 'PUT', `/api/attempts/${attempts[1]}/answers/1/decision`, decision)).body).toMatchObject({
      place: 0,
      points: '5',
    })
    expect((await counted(id))[1]).toBe('5')
  })
})

/** The question's new version, by which another choice is right. */
const correct = async (question: string, right: string): Promise<string> => {
  const { title, stem, content, key, feedback, points, tags, version } = await env.ok(env.teacher, 'GET', `/api/questions/${question}`)
  const body = { title, stem, content, feedback, points, tags, version, key: { ...key, right } }
  return (await env.ok(env.teacher, 'PUT', `/api/questions/${question}`, body)).version_id
}
const regrade = async (id: string, question_id: string, version_id: string, preview: boolean) => {
  const { task } = await env.ok(env.teacher, 'POST', `/api/activities/${id}/regrade`, { question_id, version_id, preview })
  const read = async () => (await env.db.query('select state, result from kit.tasks where id = $1', [task])).rows[0]
  await until(async () => (await read()).state === 'finished')
  return (await read()).result
}
const changes = ({ lines }: any) => lines.map(({ author, before, after }: any) => [author.name, before, after])

test('a corrected question changes what was earned so far, also where an essay waits', async () => {
  const question = await exam.question('single')
  const id = await exam.create({ settings: { results_when: 'at_once' } }, [
    exam.section([exam.fixed(question, '3'), exam.fixed(essay, '8')]),
  ])
  const { id: attempt } = await exam.begin(id, students[0]!)
  await exam.submit(attempt, students[0]!, {
    items: [
      { slot: 0, seq: 1, answer: { choice: 'carbon' } },
      { slot: 1, seq: 1, answer: { text: '<p>Text</p>' } },
    ],
  })
  await exam.sweep()
  const version = await correct(question, 'oxygen')
  expect(changes(await regrade(id, question, version, true))).toEqual([['Ann', '3', '0']])
  expect(await regrade(id, question, version, false)).toMatchObject({ changed: 1 })
  await mark(attempt, { points: '5', done: true, version: 0 })
  expect(await counted(id)).toEqual(['5', null, null])
})

test('a corrected question: first who changes, then the change, its history, and what is marked later', async () => {
  const question = await exam.question('single')
  const id = await exam.create({ settings: { results_when: 'at_once' } }, [exam.section([exam.fixed(question, '3')])])
  const answer = async (who: Actor, choice: string) => {
    const { id: attempt } = await exam.begin(id, who)
    await exam.submit(attempt, who, { items: [{ slot: 0, seq: 1, answer: { choice } }] })
    await exam.sweep()
  }
  await answer(students[0]!, 'carbon')
  await answer(students[1]!, 'oxygen')
  const version = await correct(question, 'oxygen')
  const preview = await regrade(id, question, version, true)
  expect(preview).toMatchObject({ attempts: 2, changed: 2 })
  expect(changes(preview)).toEqual([
    ['Ann', '3', '0'],
    ['Bo', '0', '3'],
  ])
  expect(await counted(id)).toEqual(['3', '0', null])
  expect((await questions(id))[0].newer_version_id).toBe(version)
  expect(await regrade(id, question, version, false)).toMatchObject({ changed: 2 })
  expect((await questions(id))[0].newer_version_id).toBe(null)
  expect(await counted(id)).toEqual(['0', '3', null])
  await answer(students[2]!, 'oxygen')
  expect(await counted(id)).toEqual(['0', '3', '3'])
  expect((await env.ok(env.teacher, 'GET', `/api/activities/${id}/regrades`)).items).toMatchObject([
    { question_id: question, from_n: 1, to_n: 2, changed: 2 },
  ])
  expect(
    (await env.call(env.teacher, 'POST', `/api/activities/${id}/regrade`, { question_id: question, version_id: newId(), preview: true }))
      .status,
  ).toBe(400)
})

test('statistics of the questions', async () => {
  const { id } = await written()
  const statistics = await env.ok(env.teacher, 'GET', `/api/activities/${id}/question-statistics`)
  expect(statistics).toMatchObject({ attempts: 3 })
  const of = statistics.items.find((one: { question_id: string }) => one.question_id === single)
  expect(of).toMatchObject({
    answers: 3,
    blank: 0,
    counts: [
      { answer: 'oxygen', count: 2, right: false },
      { answer: 'carbon', count: 1, right: true },
      { answer: 'nitrogen', count: 0, right: false },
    ],
  })
  expect(of.difficulty).toBeCloseTo(1 / 3)
})
