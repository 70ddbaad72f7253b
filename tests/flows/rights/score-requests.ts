// The requests of the gradebook's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import type { Person, School } from '../school.ts'
import type { Place } from './places.ts'
import { inCourse, type Request, type Try } from './request.ts'

/** An item and a category that are made for it. */
const anItem = async ({ teacher, course }: Place): Promise<string> =>
  (await teacher.call('POST /api/courses/:id/score-items', { params: { id: course }, body: { title: `Oral ${newId()}`, points: '10' } }))
    .item.id
const aCategory = async ({ teacher, course }: Place): Promise<string> =>
  (await teacher.call('POST /api/courses/:id/score-categories', { params: { id: course }, body: { name: 'Tests' } })).category.id
const ofItem =
  (body: (item: string, place: Place) => unknown): Request =>
  async ({ place }) => ({ params: { id: place.course }, body: body(await anItem(place), place) })

/** A line for the student of the place, with a column for an item that is made for it. */
async function aTable(place: Place): Promise<string> {
  const item = await anItem(place)
  const { students, items } = await place.teacher.call('GET /api/courses/:id/gradebook', { params: { id: place.course } })
  const titled = items.find(({ id }) => id === item)?.title ?? ''
  return `user_no,${titled}\n${students.find(({ id }) => id === place.student.id)?.user_no ?? ''},1`
}

const levels = [
  { name: 'Pass', percent: '50' },
  { name: 'Fail', percent: '0' },
]
const adminOf = new WeakMap<School, Promise<Person>>()
/** One of the home organisation where the place is in it, else one that does not exist. Made by an administrator, from whom no test takes a permission. */
async function aScale({ where, home }: Try): Promise<string> {
  if (where === 'foreign') return newId()
  if (!adminOf.has(home)) adminOf.set(home, home.signIn('admin'))
  return (await (await adminOf.get(home)!).call('POST /api/org/score-scales', { body: { name: 'Pass', levels } })).id
}

export const scoreRequests: Record<string, Request> = {
  'PUT /api/courses/:id/scores': ofItem((item_id, { student }) => ({
    cells: [{ item_id, person_id: student.id, points: '7', saw: null }],
  })),
  'GET /api/courses/:id/scores/:person': ({ place }) => ({ params: { id: place.course, person: place.student.id } }),
  'GET /api/score-items/:id/history/:person': async ({ place }) => ({ params: { id: await anItem(place), person: place.student.id } }),
  'POST /api/courses/:id/score-items': inCourse(() => ({ title: 'Oral', points: '10' })),
  // off, as it is: nothing changes
  'PUT /api/courses/:id/attendance/score': inCourse(() => ({ on: false, title: 'Attendance' })),
  'PUT /api/score-items/:id': async ({ place }) => ({ params: { id: await anItem(place) }, body: { points: '20' } }),
  'DELETE /api/score-items/:id': async ({ place }) => ({ params: { id: await anItem(place) } }),
  'PUT /api/score-items/:id/restore': async ({ place }) => {
    const id = await anItem(place)
    await place.teacher.call('DELETE /api/score-items/:id', { params: { id }, query: {} })
    return { params: { id } }
  },
  'POST /api/courses/:id/score-categories': inCourse(() => ({ name: 'Tests', weight: '40' })),
  'PUT /api/score-categories/:id': async ({ place }) => ({ params: { id: await aCategory(place) }, body: { weight: '60' } }),
  'DELETE /api/score-categories/:id': async ({ place }) => ({ params: { id: await aCategory(place) } }),
  'PUT /api/courses/:id/score-sort': inCourse(() => ({ item_ids: [] })),
  'PUT /api/courses/:id/score-policy': inCourse(() => ({ digits: 2 })),
  'PUT /api/courses/:id/score-rules': inCourse(() => ({ version: Date.now() + 86_400_000, policy: { digits: 2 } })),
  'POST /api/courses/:id/score-policy/preview': inCourse(() => ({ policy: { digits: 0 } })),
  'POST /api/courses/:id/scores/release': ofItem((item) => ({ item_ids: [item] })),
  'POST /api/courses/:id/scores/withdraw': ofItem((item) => ({ item_ids: [item] })),
  'POST /api/courses/:id/scores/import/preview': inCourse(() => ({ csv: 'user_no,Oral' })),
  // 409: the table was not previewed
  'POST /api/courses/:id/scores/import': async ({ place }) => ({
    params: { id: place.course },
    body: { csv: await aTable(place), version: '' },
  }),
  'GET /api/management/results': () => ({ query: {} }),
  'POST /api/courses/:id/results/reopen': inCourse(() => ({ reason: 'A mistake' })),
  'POST /api/org/score-scales': () => ({ body: { name: 'Pass', levels } }),
  'PUT /api/org/score-scales/:id': async (tried) => ({ params: { id: await aScale(tried) }, body: { name: 'Pass or fail' } }),
  'DELETE /api/org/score-scales/:id': async (tried) => ({ params: { id: await aScale(tried) } }),
}
