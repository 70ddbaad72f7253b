// Of an anonymous activity no answer to who marks it says whose work it is: every call of marking, peer reviews and similarity is made and read.
import { plainDatabase } from '@lyceum/kit/database/database'
import { leastIdAt, newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluationCalls } from '../evaluations/api.ts'
import { peerReviewCalls } from '../peer-reviews/api.ts'
import { giveOutReviews } from '../peer-reviews/giving-out.ts'
import { similarityCalls } from '../similarity/api.ts'
import { compareWork } from '../similarity/similarity.ts'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import { markCalls } from '../marks/api.ts'
import { rubricCalls } from '../rubrics/api.ts'
import { markingCalls } from './api.ts'

let env: TestCourse
let pool: pg.Pool
const at: Record<string, string> = {}
/** Of both works, of their files' ids too; what happens in this test happens days later. */
const handedIn = new Date(Date.parse(`${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)}T03:17:23.456Z`))
const sha256 = 'ab'.repeat(32)
/** The moments that a text has: times, versions, and the times of ids. */
const momentsIn = (text: string): number[] => [
  ...[...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => Date.parse(time)),
  ...[...text.matchAll(/\b1\d{12}\b/g)].map(([version]) => Number(version)),
  ...[...text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi)].map(([id]) =>
    Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
  ),
]
const work = (seed: string) => Array.from({ length: 60 }, (_, nth) => `${seed}${nth}`).join(' ')

beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
  const { teacher, student, stranger, other, course } = env
  await env.inCourse(teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [stranger.person], role: 'student' })
  await env.inCourse(teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [other.person], role: 'instructor' })
  const body = { type: 'homework', title: 'Salinity', published: true, points: '20', anonymous: true, release: 'by_hand' }
  at.activity = (await env.ok(teacher, 'POST', `/api/courses/${course}/activities`, { ...body, end_time: '2050-01-01T00:00:00.000Z' })).id
  at.upload = leastIdAt(handedIn)
  for (const who of [student, stranger]) {
    const id = await handIn(env, at.activity!, who, {
      text: work('tide'),
      files: [{ upload_id: at.upload, name: 'Maya_Tan.pdf', size: 3 }],
    })
    await compareWork(plainDatabase(pool), id, 1, new Date())
    at.submission = id
  }
  await env.upload(stranger, { id: at.upload, type: 'document', name: '', extension: 'pdf', stored: true, sha256 })
  await env.db.query(
    `update submissions set submitted_at = $2, created_at = $2, version = extract(epoch from $2::timestamptz) * 1000 where activity_id = $1`,
    [at.activity, handedIn],
  )
  await env.db.query(
    'update submission_versions set submitted_at = $2 where submission_id in (select id from submissions where activity_id = $1)',
    [at.activity, handedIn],
  )
  at.file = (await env.ok(teacher, 'GET', `/api/submissions/${at.submission}`)).versions[0].files[0].upload_id
  const settings = JSON.stringify({ second_marker: true, peer_reviews: 1 })
  await env.db.query(`update activities set settings = $2, end_time = now() - interval '1 second' where id = $1`, [at.activity, settings])
  await giveOutReviews(plainDatabase(pool), 5)
  const { rows } = await env.db.query('select id, reviewer_id from peer_reviews where submission_id = $1', [at.submission])
  at.review = rows[0].id
  const reviewer = rows[0].reviewer_id === student.person ? student : stranger
  const { version } = await env.ok(reviewer, 'GET', `/api/peer-reviews/${at.review}`)
  await env.ok(reviewer, 'PUT', `/api/peer-reviews/${at.review}`, { comment: 'Clear', done: true, version })
  at.mark = newId()
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const criterion = newId()
const criteria = [{ id: criterion, title: 'Method', about: '', levels: [{ id: newId(), points: '5', title: 'Good', about: '' }] }]
const draft = (points: string) => ({ n: 1, points, comment: 'Sound', done: true, version: 0 })
const decision = { n: 1, points: '6', version: 0 }
const shape = { n: 1, page: 1, kind: 'comment', shape: { from: 3 }, text: 'Why?', colour: '#000000', version: 0 }
/** Each call with the bodies that it is made with, in their order, and by whom. */
const made: Record<string, () => [who: TestCourse['teacher'], query: string, body?: object][]> = {
  'PUT /api/activities/:id/rubric': () => [[env.teacher, '', { criteria, version: 0 }]],
  'GET /api/courses/:id/rubrics': () => [[env.teacher, '']],
  'PUT /api/submissions/:id/marks/:mark': () => [[env.teacher, '', { ...shape, upload_id: at.file }]],
  'PUT /api/submissions/:id/marking': () => [
    [env.teacher, '', { ...draft('5'), version: -1 }],
    [env.other, '', draft('7')],
    [env.manager, '', draft('7')],
  ],
  'GET /api/submissions/:id/marking': () => [
    [env.teacher, ''],
    [env.manager, ''],
  ],
  'PUT /api/submissions/:id/decision': () => [
    [env.teacher, '', decision],
    [env.teacher, '', decision],
  ],
  'GET /api/submissions/:id/marks': () => [[env.teacher, '?n=1']],
  'DELETE /api/submissions/:id/marks/:mark': () => [[env.teacher, '']],
  'GET /api/submissions/:id/member-points': () => [[env.teacher, '']],
  'PUT /api/submissions/:id/member-points': () => [[env.teacher, '', { n: 1, person_id: newId(), points: '5', saw: null }]],
  'POST /api/submissions/:id/presence': () => [[env.teacher, '', {}]],
  'GET /api/submissions/:id/peer-reviews': () => [[env.teacher, '']],
  'PUT /api/peer-reviews/:id/set-aside': () => [[env.teacher, '', { set_aside: true }]],
  'GET /api/activities/:id/evaluation': () => [[env.teacher, '']],
  'GET /api/submissions/:id/similar': () => [[env.teacher, '']],
  'GET /api/marking': () => [[env.manager, '']],
}

test('no body has a name, number, address, file name or id of a student', async () => {
  const calls = { ...rubricCalls, ...markCalls, ...markingCalls, ...peerReviewCalls, ...evaluationCalls, ...similarityCalls }
  const ofMarkers = Object.entries(calls).flatMap(([key, { may }]) => (['work.mark', 'scores.change'].includes(may) ? [key] : []))
  expect(ofMarkers.filter((key) => !(key in made))).toEqual([])
  const people = await env.db.query('select id, name, user_no, email from mirror.persons where id = any($1)', [
    [env.student.person, env.stranger.person],
  ])
  const secrets = [
    ...people.rows.flatMap((row) => Object.values(row).filter((value) => value !== '')),
    'Maya_Tan',
    env.student.person,
    at.upload,
    sha256,
  ]
  const seen: string[] = []
  for (const [key, tries] of Object.entries(made)) {
    const [method, path] = key.split(' ') as [string, string]
    const id = path.startsWith('/api/courses')
      ? env.course
      : path.startsWith('/api/activities')
        ? at.activity
        : path.startsWith('/api/peer-reviews')
          ? at.review
          : at.submission
    for (const [who, query, body] of tries()) {
      const url = path.replace(':id', id!).replace(':mark', at.mark!) + query
      // the first mark has begun a marking, whose version only the call before knows
      const version = body && 'version' in body && body.version === -1 ? (await env.ok(who, 'GET', url)).marking.version : undefined
      const answer = await env.call(who, method, url, version === undefined ? body : { ...body, version })
      seen.push(`${key} ${answer.status}`)
      const text = JSON.stringify(answer.body)
      for (const secret of secrets) expect(text, key).not.toContain(secret)
      expect(
        momentsIn(text).filter((moment) => Math.abs(moment - handedIn.getTime()) < 60_000),
        key,
      ).toEqual([])
    }
  }
  expect(seen.filter((line) => / [45]/.test(line))).toEqual([
    'PUT /api/submissions/:id/marking 409',
    'PUT /api/submissions/:id/decision 409',
    'DELETE /api/submissions/:id/marks/:mark 409',
    'PUT /api/submissions/:id/member-points 409',
  ])
})

test('a mark is on a file by its alias alone; its student reads it under the file’s own id, and so do markers once names are shown', async () => {
  const marks = `/api/submissions/${at.submission}/marks`
  expect((await env.ok(env.teacher, 'GET', `${marks}?n=1`)).items[0]?.upload_id ?? at.file).toBe(at.file)
  const put = (upload_id: string, id = newId()) =>
    env.call(env.teacher, 'PUT', `${marks}/${id}`, { ...shape, upload_id, kind: 'comment', shape: { x: 1, y: 1 } })
  // that it is theirs would be an answer
  expect((await put(at.upload!)).body.details.upload_id[0].code).toBe('mark.wrongFile')
  expect((await put(newId())).body.details.upload_id[0].code).toBe('mark.wrongFile')
  const { rows } = await env.db.query('select upload_id from marks where submission_id = $1 and upload_id is not null', [at.submission])
  for (const { upload_id } of rows) expect(upload_id).toBe(at.upload)
  await env.db.query('update activities set anonymous = false where id = $1', [at.activity])
  const shown = await env.ok(env.teacher, 'GET', `/api/submissions/${at.submission}`)
  expect(shown.versions[0].files[0]).toMatchObject({ upload_id: at.upload, name: 'Maya_Tan.pdf', sha256 })
  await env.db.query('update activities set anonymous = true where id = $1', [at.activity])
})
