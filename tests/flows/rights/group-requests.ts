// The requests of group sets and groups in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import { makeCourse, type Place } from './places.ts'
import type { Request, Try } from './request.ts'

const setDraft = { name: 'Lab teams', groups: ['Tides'], sign_up: { seats: null, until: null } }
type Sets = { id: string; group: string; deleted: string; deletedGroup: string }
const sets = new Map<string, Promise<Sets>>()
/** Of the place's course: a group set open for sign-up with a group, and others to be deleted and restored. */
const setsOf = (place: Place): Promise<Sets> => {
  const known = sets.get(place.course) ?? makeSets(place)
  sets.set(place.course, known)
  return known
}
async function makeSets({ teacher, course }: Place): Promise<Sets> {
  const make = () => teacher.call('POST /api/courses/:id/group-sets', { params: { id: course }, body: setDraft })
  const groups = (id: string) => teacher.call('POST /api/group-sets/:id/groups', { params: { id }, body: { names: ['Reefs', 'Dunes'] } })
  const [{ id }, deleted] = [await make(), await make()]
  const [group, other] = (await groups(id)).groups
  return { id, group: group!.id, deleted: deleted.id, deletedGroup: other!.id }
}
const inSet =
  (body?: (place: Place) => unknown, query?: Record<string, string>): Request =>
  async ({ place }) => ({ params: { id: (await setsOf(place)).id }, ...(body && { body: body(place) }), ...(query && { query }) })
const inCourseGroup =
  (body?: unknown, query?: Record<string, string>): Request =>
  async ({ place }) => ({ params: { id: (await setsOf(place)).group }, ...(body !== undefined && { body }), ...(query && { query }) })
/** Deleted again where a permitted one has restored it. */
const deletedSet: Request = async ({ place }) => {
  const { deleted: id } = await setsOf(place)
  await place.teacher.call('DELETE /api/group-sets/:id', { params: { id }, query: {} }).catch(() => {})
  return { params: { id } }
}
const deletedGroup: Request = async ({ place }) => {
  const { deletedGroup: id } = await setsOf(place)
  await place.teacher.call('DELETE /api/groups/:id', { params: { id }, query: {} }).catch(() => {})
  return { params: { id } }
}
/** An old version shows the right and deletes nothing. */
const old = { version: '0' }
const freshCourse = ({ place: { teacher, members, department } }: Pick<Try, 'place'>) => makeCourse({ teacher, members, department })

export const groupRequests: Record<string, Request> = {
  'GET /api/group-sets/:id': inSet(),
  'POST /api/courses/:id/group-sets': async (tried) => ({ params: { id: await freshCourse(tried) }, body: setDraft }),
  'PUT /api/group-sets/:id': inSet(() => ({ name: 'Teams' })),
  'DELETE /api/group-sets/:id': inSet(undefined, old),
  'PUT /api/group-sets/:id/restore': deletedSet,
  'POST /api/group-sets/:id/copy': inSet(() => ({ name: 'Talks', with_members: true })),
  'POST /api/group-sets/:id/groups': inSet(() => ({ names: [newId()] })),
  'PUT /api/groups/:id': inCourseGroup({ leader_id: null }),
  'DELETE /api/groups/:id': inCourseGroup(undefined, old),
  'PUT /api/groups/:id/restore': deletedGroup,
  'PUT /api/group-sets/:id/members': inSet(() => ({ moves: [] })),
  'POST /api/group-sets/:id/distribute': inSet(() => ({ who: 'everyone', into: 'existing' })),
  'POST /api/group-sets/:id/placement': inSet(() => ({ lines: [{ person: 'nobody', group: 'Kelp' }] })),
  'GET /api/group-sets/:id/history': inSet(),
  'POST /api/groups/:id/join': inCourseGroup(),
  'POST /api/groups/:id/leave': inCourseGroup(),
}
