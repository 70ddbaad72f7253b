// Exams of feature tests: questions, papers, attempts, and the sweep when a test wants it.
import { randomUUID } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import { closeDue, markSubmitted } from '../exams/attempts/sweep.ts'
import { keptPapers } from '../questions/papers/kept-papers.ts'
import type { QuestionTypeName } from '../questions/question-types/api.ts'
import { questionDraft } from './banks.ts'
import { newStudent, type TestCourse, testCourse } from './course.ts'

export type TestExam = Awaited<ReturnType<typeof examIn>>

/** A course and its exams; stopping the exams stops the course too. */
export async function examCourse() {
  const env = await testCourse()
  return { env, exam: await examIn(env) }
}

async function examIn(env: TestCourse) {
  const pool = openPool(env.activities.databaseUrl)
  const db = plainDatabase(pool)
  const papers = keptPapers()
  const bank: string = (await env.ok(env.teacher, 'POST', '/api/banks', { title: 'Questions', course_id: env.course })).id
  const question = async (type: QuestionTypeName, more: object = {}, to = bank): Promise<string> => {
    const [made] = (await env.ok(env.teacher, 'POST', `/api/banks/${to}/questions`, { questions: [questionDraft(type, more)] })).results
    if (!made?.id) throw new Error(JSON.stringify(made))
    return made.id
  }
  const section = (entries: object[], more: object = {}) => ({ id: 'part1', title: '', text: '', entries, ...more })
  const fixed = (question_id: string, points = '1') => ({ question_id, points })
  const put = async (id: string, sections: object[], who = env.teacher) => {
    const { version } = await env.ok(who, 'GET', `/api/activities/${id}/paper`)
    return await env.call(who, 'PUT', `/api/activities/${id}/paper`, { sections, version })
  }
  const create = async (draft: object, sections: object[], { publish = true, type = 'exam' } = {}): Promise<string> => {
    const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { type, title: 'Tides', ...draft })
    const written = await put(id, sections)
    if (written.status !== 200) throw new Error(JSON.stringify(written.body))
    if (publish) await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/publish-activities`, { activity_ids: [id], published: true })
    return id
  }
  let pair: Promise<string[]> | undefined
  /** A choice for two points, whose right answer is `right`, and a statement for three. */
  const simple = async (settings: object = {}, draft: object = {}) => {
    pair ??= Promise.all([question('single'), question('true_false')])
    const [single, truth] = (await pair) as [string, string]
    return await create({ settings, ...draft }, [section([fixed(single, '2'), fixed(truth, '3')])])
  }
  const device = randomUUID()
  const start = (id: string, who: Actor = env.student, more: object = {}) =>
    env.call(who, 'POST', `/api/activities/${id}/attempts`, { device, ...more })
  return {
    bank,
    question,
    section,
    fixed,
    put,
    device,
    db,
    pool,
    create,
    simple,
    right: { choice: 'carbon' },
    start,
    begin: async (id: string, who: Actor = env.student, more: object = {}) => {
      const { status, body } = await start(id, who, more)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body
    },
    paper: (attempt: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/attempts/${attempt}/paper`),
    answers: (attempt: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/attempts/${attempt}/answers`),
    save: (attempt: string, items: object[], who: Actor = env.student, more: object = {}) =>
      env.call(who, 'PUT', `/api/attempts/${attempt}/answers`, { device, items, ...more }),
    submit: (attempt: string, who: Actor = env.student, more: object = {}) =>
      env.call(who, 'POST', `/api/attempts/${attempt}/submit`, { device, ...more }),
    mine: (id: string, who: Actor = env.student) => env.ok(who, 'GET', `/api/activities/${id}/my-attempts`),
    /** Runs at once the work of the job that runs every five seconds. */
    sweep: async (now = new Date()) => {
      await db.$transaction((tx) => closeDue(tx, now, 500))
      while ((await markSubmitted(db, { papers, now: () => now })) > 0);
      // the service's own sweep may hold some at this moment
      await until(async () => (await env.db.query(`select from attempts where state = 'submitted'`)).rowCount === 0)
    },
    /** The attempt's time is over, also for answers that are on their way. */
    expire: (attempt: string) =>
      env.db.query(`update attempts set deadline = now() - interval '40 s', accept_until = now() - interval '10 s' where id = $1`, [
        attempt,
      ]),
    student: (name: string): Promise<Actor> => newStudent(env, name),
    stop: async () => {
      await pool.end()
      await env.stop()
    },
  }
}
