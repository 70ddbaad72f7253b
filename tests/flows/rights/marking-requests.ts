// The requests of marking, marks and peer reviews in the rights matrix: works are handed in for them.
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { product } from '../product.ts'
import type { Place } from './places.ts'
import { inCourse, type Request } from './request.ts'

type Work = { id: string; review: string }
const works = new Map<string, Promise<Work>>()
/** A work of the place's student with a review of it. */
const workOf = (place: Place): Promise<Work> => {
  const known = works.get(place.course) ?? makeWork(place)
  works.set(place.course, known)
  return known
}
const homework = { type: 'homework', title: 'Three samples', published: true, points: '20' } as const

async function makeWork({ teacher, student, course }: Place): Promise<Work> {
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: homework })
  const params = { id: activity }
  const body = { text: '<p>Salinity rises with depth.</p>', version: 0 }
  const { version } = await student.call('PUT /api/activities/:id/my-submission/draft', { params, body })
  await student.call('POST /api/activities/:id/my-submission', { params, body: { version } })
  const { items } = await teacher.call('GET /api/activities/:id/submissions', { params, query: {} })
  const id = items.flatMap((row) => row.id ?? [])[0] ?? ''
  return { id, review: await writeReview(activity, id, student.id) }
}

/** Reviews are given out by a sweep, a minute after the activity closes. */
async function writeReview(activity: string, work: string, reviewer: string): Promise<string> {
  const client = new pg.Client(product().databases.activity)
  await client.connect()
  try {
    const id = newId()
    await client.query(
      'insert into peer_reviews (id, activity_id, submission_id, n, reviewer_id, number, version) values ($1, $2, $3, 1, $4, 1, 1)',
      [id, activity, work, reviewer],
    )
    return id
  } finally {
    await client.end()
  }
}

const ofWork =
  (body?: unknown, query?: Record<string, string>): Request =>
  async ({ place }) => ({ params: { id: (await workOf(place)).id }, ...(body !== undefined && { body }), ...(query && { query }) })
const ofReview =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await workOf(place)).review }, ...(body !== undefined && { body }) })
const mark = { n: 1, upload_id: null, page: 1, kind: 'comment', shape: { from: 3 }, text: 'Why?', colour: '#d1242f', version: 0 } as const
/** A comment of the one who tries, where they may have one. */
const myComment =
  (body?: unknown): Request =>
  async ({ where, who }) => {
    const mine = where === 'own' && who ? await who.call('POST /api/marking/comments', { body: { text: 'Give a source.' } }) : undefined
    return { params: { id: mine?.id ?? newId() }, ...(body !== undefined && { body }) }
  }

export const markingRequests: Record<string, Request> = {
  'PUT /api/activities/:id/rubric': async ({ place: { teacher, course } }) => {
    const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: homework })
    return { params: { id }, body: { criteria: [], version: 0 } }
  },
  'GET /api/courses/:id/rubrics': inCourse(),
  'GET /api/submissions/:id/marking': ofWork(),
  'PUT /api/submissions/:id/marking': ofWork({ n: 1, points: '5', version: 0 }),
  'PUT /api/submissions/:id/decision': ofWork({ n: 1, points: '5', version: 0 }),
  'GET /api/submissions/:id/member-points': ofWork(),
  'PUT /api/submissions/:id/member-points': ofWork({ n: 1, person_id: newId(), points: '5', saw: null }),
  'GET /api/submissions/:id/marks': ofWork(undefined, { n: '1' }),
  'PUT /api/submissions/:id/marks/:mark': async ({ place }) => ({ params: { id: (await workOf(place)).id, mark: newId() }, body: mark }),
  'DELETE /api/submissions/:id/marks/:mark': async ({ place }) => {
    const params = { id: (await workOf(place)).id, mark: newId() }
    await place.teacher.call('PUT /api/submissions/:id/marks/:mark', { params, body: mark })
    return { params }
  },
  'GET /api/activities/:id/my-submission/marks': ({ place }) => ({ params: { id: place.activity }, query: { n: '1' } }),
  'POST /api/submissions/:id/presence': ofWork({}),
  'POST /api/marking/comments': () => ({ body: { text: 'Give a source.' } }),
  'PUT /api/marking/comments/:id': myComment({ used: 1 }),
  'DELETE /api/marking/comments/:id': myComment(),
  'GET /api/peer-reviews/:id': ofReview(),
  'PUT /api/peer-reviews/:id': ofReview({ comment: 'Clear', version: 1 }),
  'GET /api/submissions/:id/peer-reviews': ofWork(),
  'PUT /api/peer-reviews/:id/set-aside': ofReview({ set_aside: true }),
  'GET /api/submissions/:id/similar': ofWork(),
}
