// Votes: opened, answered, changed, counted, closed by hand, time and class, shown and compared; refusals; a hall that answers at once.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { eraseClasses } from '../upkeep.ts'

let env: TestCourse
let session: string
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())
const begin = async (title = 'Lecture 7') =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title })).id as string
beforeEach(async () => {
  await env.db.query('delete from class_sessions')
  session = await begin()
})

const choices = {
  type: 'single',
  stem: '',
  content: { options: ['a', 'b', 'c'].map((of) => ({ id: `option${of}`, text: `<p>${of}</p>` })) },
}
const scale = { type: 'scale', stem: '<p>How clear was that?</p>', content: { from: 1, to: 5 } }
const words = { type: 'short_answer', stem: '<p>One word for today</p>', content: {} }
const open = (body: object = {}, who = env.teacher, of = session) =>
  env.call(who, 'POST', `/api/class-sessions/${of}/votes`, { question: choices, anonymous: false, ...body })
const opened = async (body: object = {}) => {
  const answer = await open(body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const answer = (id: string, value: object, seq = 1, who: Actor = env.student) =>
  env.call(who, 'PUT', `/api/votes/${id}/answer`, { answer: value, seq })
const change = (id: string, body: object, who = env.teacher) => env.call(who, 'PUT', `/api/votes/${id}`, body)
const results = (id: string, who = env.teacher) => env.call(who, 'GET', `/api/votes/${id}/results`)
const state = (who = env.student) => env.ok(who, 'GET', `/api/class-sessions/${session}/state`)
/** Students for one test; their membership ends with it. */
const withStudents = async (n: number, work: (students: Actor[]) => Promise<void>) => {
  const students: Actor[] = []
  for (let nth = 1; nth <= n; nth++) students.push(await newStudent(env, `Student ${nth}`))
  try {
    await work(students)
  } finally {
    await env.db.query('delete from mirror.members where person_id = any($1)', [students.map(({ person }) => person)])
  }
}
/** Counts are half a second old at most. */
const counted = async (id: string, expected: object, who = env.teacher) =>
  await until(async () => {
    try {
      expect((await results(id, who)).body).toMatchObject(expected)
      return true
    } catch {
      return false
    }
  })

test('a vote is answered, the answer changed, counted and shown; a reload shows it again', async () => {
  await state()
  const vote = await opened()
  expect(vote).toMatchObject({ n: 1, type: 'single', state: 'open', closes_at: null, results_shown: false, keyed: false })
  expect(await state()).toMatchObject({ vote: { id: vote.id, state: 'open' }, vote_results: null, mine: { vote: null } })
  expect(await answer(vote.id, { choice: 'optiona' })).toMatchObject({ status: 200, body: { answer: { choice: 'optiona' }, seq: 1 } })
  expect((await answer(vote.id, { choice: 'optionb' }, 3)).body).toEqual({ answer: { choice: 'optionb' }, seq: 3 })
  expect((await state()).mine.vote).toEqual({ answer: { choice: 'optionb' }, seq: 3 })
  await counted(vote.id, { n: 1, asked: 1, counts: [{ n: 0 }, { value: 'optionb', n: 1 }, { n: 0 }], right: null, before: null })
  expect(await results(vote.id, env.student)).toMatchObject({ status: 403, body: { code: 'vote.notShown' } })
  const shown = await change(vote.id, { state: 'closed', results_shown: true, version: vote.version })
  expect(shown.body).toMatchObject({ state: 'closed', results_shown: true })
  expect(await state()).toMatchObject({
    vote: { state: 'closed' },
    vote_results: { n: 1, asked: 1 },
    mine: { vote: { answer: { choice: 'optionb' } } },
  })
  expect((await results(vote.id, env.student)).status).toBe(200)
  expect(await change(vote.id, { results_shown: false, version: vote.version })).toMatchObject({
    status: 409,
    body: { code: 'vote.newer' },
  })
  // once more, without a time
  expect((await change(vote.id, { state: 'open', version: shown.body.version })).body).toMatchObject({ state: 'open', closes_at: null })
  expect((await answer(vote.id, { choice: 'optionc' }, 4)).status).toBe(200)
})

test('of two answers with one seq the first counts, and a lower one never after a higher one', async () => {
  const vote = await opened()
  expect((await answer(vote.id, { choice: 'optiona' }, 2)).body.seq).toBe(2)
  expect((await answer(vote.id, { choice: 'optionb' }, 2)).body).toEqual({ answer: { choice: 'optiona' }, seq: 2 })
  expect((await answer(vote.id, { choice: 'optionc' }, 1)).body).toEqual({ answer: { choice: 'optiona' }, seq: 2 })
  // the first twenty times at once is one row
  const other = await newStudent(env, 'Ann')
  const twins = await Promise.all(Array.from({ length: 20 }, () => answer(vote.id, { choice: 'optionb' }, 1, other)))
  expect(twins.every(({ status, body }) => status === 200 && body.answer.choice === 'optionb')).toBe(true)
  expect((await env.db.query('select 1 from vote_answers where vote_id = $1', [vote.id])).rowCount).toBe(2)
  await env.db.query('delete from mirror.members where person_id = $1', [other.person])
})

test('one vote of a class is open; a second is refused with the name of the first, one of another course is not found', async () => {
  const vote = await opened()
  expect(await open()).toMatchObject({ status: 409, body: { code: 'vote.open', params: { id: vote.id } } })
  expect((await open({}, env.student)).status).toBe(403)
  expect((await open({}, env.teacher, newId())).status).toBe(404)
  expect((await answer(newId(), { choice: 'optiona' })).status).toBe(404)
  for (const who of [env.teacher, env.inspector, env.stranger])
    expect((await answer(vote.id, { choice: 'optiona' }, 1, who)).status).toBe(403)
  expect((await change(vote.id, { state: 'closed', version: vote.version }, env.student)).status).toBe(403)
  await change(vote.id, { state: 'closed', version: vote.version })
  expect(await answer(vote.id, { choice: 'optiona' })).toMatchObject({ status: 409, body: { code: 'vote.closed' } })
  // closed a moment before its button
  expect((await change(vote.id, { state: 'closed', version: 1 })).status).toBe(200)
  const next = await opened({ question: scale })
  expect(next.n).toBe(2)
  const list = await env.ok(env.student, 'GET', `/api/class-sessions/${session}/votes`)
  expect(list).toMatchObject({
    total: 2,
    items: [
      { n: 2, type: 'scale' },
      { n: 1, type: 'single' },
    ],
  })
})

test('faulty answers and questions are refused by their field', async () => {
  const vote = await opened()
  const fields = async (value: object) => Object.keys((await answer(vote.id, value)).body.details ?? {})
  expect(await fields({ choice: 'optionz' })).toEqual(['answer'])
  expect(await fields({})).toEqual(['answer.choice'])
  expect(await fields({ value: 1 })).toContain('answer.value')
  expect((await answer(vote.id, { choice: 'optiona' }, 0)).status).toBe(400)
  await change(vote.id, { state: 'closed', version: vote.version })
  const text = await opened({ question: words })
  expect((await answer(text.id, { text: 'a'.repeat(50_000) })).body.details['answer.text'][0].code).toBe('field.tooLong')
  expect((await answer(text.id, { text: '  ' })).body.details.answer[0].code).toBe('field.required')
  expect((await answer(text.id, { text: 'a\u0000b' })).status).toBe(400)
  await change(text.id, { state: 'closed', version: text.version })
  const faults = async (body: object) => Object.keys((await open(body)).body.details ?? {})
  expect(await faults({ question: { ...choices, content: { options: [] } } })).toEqual(['question.content.options'])
  expect(await faults({ question: { ...choices, type: 'essay' } })).toEqual(['question.type'])
  expect(await faults({ question: { ...choices, key: { right: 'optionz' } } })).toEqual(['question.key.right'])
  expect(await faults({ question: undefined })).toEqual(['question'])
  expect(await faults({ question: undefined, version_id: newId() })).toEqual(['version_id'])
  expect(await faults({ version_id: newId() })).toEqual(['question'])
  expect(await faults({ seconds: 1 })).toEqual(['seconds'])
  const picture = `<p><img data-upload="${newId()}" alt=""></p>`
  expect((await open({ question: { ...choices, stem: picture } })).status).toBe(400)
})

test('a vote closes by its time and with its class', async () => {
  const vote = await opened({ seconds: 60 })
  expect(Date.parse(vote.closes_at) - Date.parse(vote.opened_at)).toBe(60_000)
  await env.db.query(`update votes set closes_at = now() - interval '1 second' where id = $1`, [vote.id])
  // under way when its time was over
  expect((await answer(vote.id, { choice: 'optiona' })).status).toBe(200)
  await env.db.query(`update votes set closes_at = now() - interval '4 seconds' where id = $1`, [vote.id])
  expect(await answer(vote.id, { choice: 'optionb' }, 2)).toMatchObject({ status: 409, body: { code: 'vote.closed' } })
  await env.db.query(`update kit.jobs set run_at = now() where key = $1`, [`vote:${vote.id}`])
  await until(async () => (await state()).vote.state === 'closed')
  // one whose job is late stands in nobody's way
  const late = await opened({ seconds: 60 })
  await env.db.query(`update votes set closes_at = now() - interval '4 seconds' where id = $1`, [late.id])
  const last = await opened()
  const { version } = await state(env.teacher)
  await env.ok(env.teacher, 'PUT', `/api/class-sessions/${session}`, { ended: true, version })
  expect(await answer(last.id, { choice: 'optiona' })).toMatchObject({ status: 409, body: { code: 'vote.closed' } })
  const closed = (await env.db.query('select state from votes where session_id = $1', [session])).rows
  expect(closed).toEqual([{ state: 'closed' }, { state: 'closed' }, { state: 'closed' }])
  const { items } = await env.ok(env.teacher, 'GET', `/api/class-sessions/${session}/votes`)
  expect(await change(last.id, { state: 'open', version: items[0].version })).toMatchObject({ status: 409, body: { code: 'class.ended' } })
  expect((await open()).body.code).toBe('class.ended')
})

test('each question type is counted: places with their mean, true and false, several options, words and texts', async () => {
  await withStudents(3, async (students) => {
    const vote = async (question: object, answers: object[], expected: object) => {
      const { id, version } = await opened({ question })
      for (const [nth, value] of answers.entries()) expect(await answer(id, value, 1, students[nth])).toMatchObject({ status: 200 })
      await change(id, { state: 'closed', version })
      await counted(id, expected)
    }
    await vote(scale, [{ value: 2 }, { value: 5 }, { value: 4 }], {
      n: 3,
      mean: 3.67,
      counts: ['1', '2', '3', '4', '5'].map((value) => ({ value, n: '245'.includes(value) ? 1 : 0 })),
    })
    await vote({ type: 'true_false', stem: '', content: {} }, [{ value: true }, { value: true }, { value: false }], {
      counts: [
        { value: 'true', n: 2 },
        { value: 'false', n: 1 },
      ],
    })
    const several = [{ choices: ['optiona', 'optionb'] }, { choices: ['optionb', 'optiona'] }, { choices: ['optionc'] }]
    await vote({ ...choices, type: 'multiple' }, several, { n: 3, counts: [{ n: 2 }, { n: 2 }, { n: 1 }] })
    await vote(words, [{ text: 'Spring tide' }, { text: 'spring  tide' }, { text: '潮汐 tide' }], {
      counts: null,
      texts: [
        { text: expect.stringMatching(/^spring +tide$/i), n: 2 },
        { text: '潮汐 tide', n: 1 },
      ],
      words: [
        { text: 'tide', n: 3 },
        { text: 'spring', n: 2 },
        { text: '潮汐', n: 1 },
      ],
    })
  })
})

test('a question of a bank has its right answer once that is shown, and is compared with the class before', async () => {
  const draft = { ...choices, title: '', stem: '<p>Gas?</p>', key: { right: 'optionb' }, feedback: '', points: '1', tags: [] }
  const versionIn = async (bank: object, question: object = draft) => {
    const { id } = await env.ok(env.teacher, 'POST', '/api/banks', bank)
    const { results: made } = await env.ok(env.teacher, 'POST', `/api/banks/${id}/questions`, { questions: [question] })
    return (await env.ok(env.teacher, 'GET', `/api/questions/${made[0].id}`)).version_id
  }
  const version_id = await versionIn({ title: 'Course', course_id: env.course })
  const first = await opened({ question: undefined, version_id })
  expect(first).toMatchObject({ keyed: true, stem: '<p>Gas?</p>' })
  await answer(first.id, { choice: 'optiona' })
  const end = async () =>
    await env.ok(env.teacher, 'PUT', `/api/class-sessions/${session}`, { ended: true, version: (await state(env.teacher)).version })
  await end()
  session = await begin('Lecture 8')
  const second = await opened({ question: undefined, version_id })
  await answer(second.id, { choice: 'optionb' })
  const shown = (await change(second.id, { state: 'closed', results_shown: true, version: second.version })).body
  await counted(second.id, { right: null, before: { id: first.id, title: 'Lecture 7', n: 1, counts: [{ n: 1 }, { n: 0 }, { n: 0 }] } })
  expect((await state()).vote_results.right).toBeNull()
  await change(second.id, { right_shown: true, version: shown.version })
  expect((await results(second.id, env.student)).body.right).toEqual(['optionb'])
  expect((await state()).vote_results.right).toEqual(['optionb'])
  // the manager of the organisation leads the class too, and has no right in the teacher's own bank
  const refusal = async (version: string, who: Actor) =>
    (await open({ question: undefined, version_id: version }, who)).body.details.version_id[0].code
  expect(await refusal(await versionIn({ title: 'Own' }), env.manager)).toBe('vote.questionUnknown')
  expect(await refusal(newId(), env.teacher)).toBe('vote.questionUnknown')
  const speed = { ...draft, type: 'numerical', content: {}, key: { accepted: [{ value: '1500', tolerance: '0', percent: '100' }] } }
  expect(await refusal(await versionIn({ title: 'Speeds' }, speed), env.teacher)).toBe('vote.notOffered')
})

test('pictures of a question open by grants of its vote, which holds them; a file of somebody else is refused', async () => {
  const picture = await env.upload(env.teacher, { type: 'image', name: 'moon.png' })
  const stem = (id: string) => `<p>Which phase?</p><p><img data-upload="${id}"></p>`
  const vote = await opened({ question: { ...scale, stem: stem(picture) } })
  expect(vote.upload_ids).toEqual([picture])
  const { items } = await env.ok(env.student, 'GET', `/api/votes/${vote.id}/files`)
  expect(items).toMatchObject([{ upload_id: picture, type: 'image' }])
  expect((await env.call(env.stranger, 'GET', `/api/votes/${vote.id}/files`)).status).toBe(403)
  expect((await env.facts('FilesHeld')).at(-1)).toMatchObject({ holder: `vote:${vote.id}`, course_id: env.course, upload_ids: [picture] })
  await change(vote.id, { state: 'closed', version: vote.version })
  const theirs = await env.upload(env.student, { type: 'image' })
  const { body } = await open({ question: { ...scale, stem: stem(theirs) } })
  expect(body.details['question.stem'][0].code).toBe('upload.unknown')
})

test('a hall of four hundred answers at once and is counted exactly', async () => {
  const vote = await opened()
  const made = await env.db.query(
    `with people as (insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
       select gen_random_uuid(), $1, 'P' || n, 'H' || n, n || '@hall.example.org', '', 'en', false, 1 from generate_series(1, 400) n returning id)
     insert into mirror.members (course_id, person_id, org_id, role, state, version) select $2, id, $1, 'student', 'active', 1 from people
     returning person_id::text as id`,
    [env.org, env.course],
  )
  const hall = made.rows.map(({ id }): Actor => ({ kind: 'person', person: id, org: env.org, roles: ['student'], session: newId() }))
  const before = (await env.db.query('select count(*)::int as n from kit.outbox')).rows[0].n
  const answers = await Promise.all(
    hall.flatMap((who, nth) => [
      answer(vote.id, { choice: 'optiona' }, 1, who),
      answer(vote.id, { choice: nth % 4 ? 'optionb' : 'optionc' }, 2, who),
    ]),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await counted(vote.id, { n: 400, asked: 400, counts: [{ n: 0 }, { n: 300 }, { n: 100 }] })
  // nothing else was written: no fact, no job, no stored reply
  expect((await env.db.query('select count(*)::int as n from kit.outbox')).rows[0].n).toBe(before)
  await env.db.query(`delete from mirror.members where person_id = any($1)`, [hall.map(({ person }) => person)])
})

test('nothing of an erased person stays in an open vote', async () => {
  const named = await opened()
  await answer(named.id, { choice: 'optiona' })
  await eraseClasses(plain(env.db), env.student.person)
  const left = async () => (await env.db.query('select 1 from vote_answers')).rowCount
  expect(await left()).toBe(0)
  await change(named.id, { state: 'closed', version: named.version })
  const anonymous = await opened({ anonymous: true })
  await answer(anonymous.id, { choice: 'optiona' })
  expect(await left()).toBe(1)
  await eraseClasses(plain(env.db), env.student.person)
  expect(await left()).toBe(0)
})
