// The requests of activity's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import type { Person, School } from '../school.ts'
import { listedBy, type Place } from './places.ts'
import { inCourse, type Request, type Try } from './request.ts'

const inActivity =
  (body?: unknown): Request =>
  ({ place }) => ({ params: { id: place.activity }, ...(body !== undefined && { body }) })
const inModule =
  (body: (place: Place) => unknown): Request =>
  ({ place }) => ({ params: { id: place.module }, body: body(place) })
const moreTime = ({ student }: Place) => ({ person_ids: [student.id], extra_minutes: 10 })
const allowance = async (place: Place) =>
  (await place.teacher.call('POST /api/courses/:id/allowances', { params: { id: place.course }, body: moreTime(place) })).id
const written = { title: 'Field notes', body: '<p>Low tide.</p>', base_version: 0 }
/** A page that is made to be deleted, and one that is. */
const aPage = async ({ teacher, course }: Place) =>
  (await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: { type: 'page', title: 'For a moment' } })).id
async function aDeletedPage(place: Place): Promise<string> {
  const id = await aPage(place)
  await place.teacher.call('DELETE /api/activities/:id', { params: { id }, query: {} })
  return id
}
/** A week of the place's plan that is made for it. */
async function aWeek({ teacher, course }: Place): Promise<string> {
  const body = { syllabuses: [{ name: 'Week' }] }
  return (await teacher.call('POST /api/courses/:id/syllabuses', { params: { id: course }, body })).syllabuses[0]?.id ?? ''
}
/** The version of a page that is made for it. */
async function aVersion({ teacher, course }: Place): Promise<{ id: string; version_id: string }> {
  const body = { type: 'page', title: 'Field notes', body: '<p>Low tide.</p>' } as const
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const { items } = await teacher.call('GET /api/activities/:id/versions', { params: { id }, query: {} })
  return { id, version_id: items[0]?.id ?? '' }
}
const workOf = new WeakMap<Place, Promise<string>>()
/** Work that the place's student has handed in. */
function handedIn(place: Place): Promise<string> {
  const make = async () => {
    const body = { type: 'homework', title: 'Three samples', published: true } as const
    const { id } = await place.teacher.call('POST /api/courses/:id/activities', { params: { id: place.course }, body })
    const { version } = await place.student.call('PUT /api/activities/:id/my-submission/draft', {
      params: { id },
      body: { text: '<p>Salt.</p>', version: 0 },
    })
    await place.student.call('POST /api/activities/:id/my-submission', { params: { id }, body: { version } })
    return (await place.student.call('GET /api/activities/:id/my-submission', { params: { id } })).id ?? ''
  }
  const work = workOf.get(place) ?? make()
  workOf.set(place, work)
  return work
}
const adminOf = new WeakMap<School, Promise<Person>>()
/** One of the home organisation where the place is in it, else one that does not exist. Made by an administrator, from whom no test takes a permission. */
async function orgAllowance({ where, place, home }: Try): Promise<string> {
  if (where === 'foreign') return newId()
  if (!adminOf.has(home)) adminOf.set(home, home.signIn('admin'))
  const { id } = await (await adminOf.get(home)!).call('POST /api/org/allowances', { body: moreTime(place) })
  place.hidden.push(id)
  return id
}

export const activityRequests: Record<string, Request> = {
  'POST /api/courses/:id/modules': inCourse(() => ({ name: 'Currents' })),
  'PUT /api/courses/:id/module-sort': inCourse(({ module }) => ({ module_ids: [module] })),
  'PUT /api/modules/:id': inModule(() => ({ name: 'Tides' })),
  'DELETE /api/modules/:id': async ({ place }) => ({
    params: {
      id: (await place.teacher.call('POST /api/courses/:id/modules', { params: { id: place.course }, body: { name: 'Empty' } })).id,
    },
  }),
  'POST /api/courses/:id/syllabuses': inCourse(() => ({ syllabuses: [{ name: 'Week 1' }] })),
  'PUT /api/syllabuses/:id': async ({ place }) => ({ params: { id: await aWeek(place) }, body: { name: 'Week 2' } }),
  'DELETE /api/syllabuses/:id': async ({ place }) => ({ params: { id: await aWeek(place) } }),
  'PUT /api/syllabuses/:id/restore': async ({ place }) => {
    const id = await aWeek(place)
    await place.teacher.call('DELETE /api/syllabuses/:id', { params: { id }, query: {} })
    return { params: { id } }
  },
  'PUT /api/syllabus/:id/activity-sort': async ({ place }) => ({
    params: { id: await aWeek(place) },
    body: { activity_ids: [place.activity] },
  }),
  'DELETE /api/courses/:id/syllabus-items': inCourse(({ activity }) => ({ activity_ids: [activity] })),
  'POST /api/courses/:id/activities': inCourse(() => ({ type: 'page', title: 'Field notes', body: '<p>Low tide.</p>' })),
  'PUT /api/activities/:id': inActivity({ title: 'Chart' }),
  'PUT /api/activities/:id/editors': inActivity({ editor: '0193e6a5-3f7a-7cc2-9d2b-7a4e5d1c9b20', open: true }),
  'POST /api/activities/:id/copy': inActivity({ title: 'Chart' }),
  'DELETE /api/activities/:id': async ({ place }) => ({ params: { id: await aPage(place) } }),
  'GET /api/activities/delete-check': ({ place }) => ({ query: { activity_ids: place.activity } }),
  'DELETE /api/activities': async ({ place }) => ({ body: { activity_ids: [await aPage(place)] } }),
  'POST /api/activities/restore': async ({ place }) => ({ body: { activity_ids: [await aDeletedPage(place)] } }),
  'PUT /api/activities/:id/restore': async ({ place }) => ({ params: { id: await aDeletedPage(place) } }),
  'PUT /api/modules/:id/restore': async ({ place: { teacher, course } }) => {
    const { id } = await teacher.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: 'Empty' } })
    await teacher.call('DELETE /api/modules/:id', { params: { id }, query: {} })
    return { params: { id } }
  },
  'PUT /api/modules/:id/activity-sort': inModule(({ activity }) => ({ activity_ids: [activity] })),
  'PUT /api/activity-resort': ({ place }) => ({ body: { activity_ids: [place.activity], module_id: null, before: null } }),
  'PUT /api/activities/:id/draft': inActivity(written),
  'GET /api/courses/:id/drafts/:type': ({ place }) => ({ params: { id: place.course, type: 'page' } }),
  'PUT /api/courses/:id/drafts/:type': ({ place }) => ({ params: { id: place.course, type: 'page' }, body: written }),
  'DELETE /api/courses/:id/drafts/:type': ({ place }) => ({ params: { id: place.course, type: 'page' } }),
  'GET /api/activities/:id/versions/:version_id': async ({ place }) => ({ params: await aVersion(place) }),
  'POST /api/activities/:id/versions/:version_id/restore': async ({ place }) => ({ params: await aVersion(place), body: {} }),
  'POST /api/courses/:id/activity-dates': inCourse(({ activity }) => ({ activity_ids: [activity], end_time: null })),
  'POST /api/courses/:id/publish-activities': inCourse(({ activity }) => ({ activity_ids: [activity], published: true })),
  'POST /api/courses/:id/allowances': inCourse(moreTime),
  'PUT /api/allowances/:id': async ({ place }) => ({ params: { id: await allowance(place) }, body: { extra_minutes: 20 } }),
  'DELETE /api/allowances/:id': async ({ place }) => ({ params: { id: await allowance(place) } }),
  'GET /api/org/allowances': async (tried) => {
    await listedBy('GET /api/org/allowances', tried.place, () => orgAllowance(tried))
    return {}
  },
  'POST /api/org/allowances': ({ place }) => ({ body: moreTime(place) }),
  'PUT /api/org/allowances/:id': async (tried) => ({ params: { id: await orgAllowance(tried) }, body: { extra_minutes: 20 } }),
  'DELETE /api/org/allowances/:id': async (tried) => ({ params: { id: await orgAllowance(tried) } }),
  'POST /api/activities/:id/play': inActivity({}),
  'POST /api/activities/:id/done': inActivity({ done: true }),
  'POST /api/activities/:id/pages-read': inActivity({ play_session_id: newId(), pages: [1] }),
  'PUT /api/activities/:id/my-submission/draft': inActivity({ text: '<p>Salt.</p>', version: 0 }),
  'POST /api/activities/:id/my-submission': inActivity({ version: 0 }),
  'PUT /api/activities/:id/my-evaluation': inActivity({ points: '5', version: 0 }),
  'GET /api/submissions/:id': async ({ place }) => ({ params: { id: await handedIn(place) } }),
  'POST /api/activities/:id/submissions/return': inActivity({ conditions: '{}' }),
  'POST /api/activities/:id/submissions/take-back': inActivity({ conditions: '{}' }),
  'POST /api/activities/:id/submissions/remind': inActivity({}),
  'POST /api/activities/:id/submissions/files': inActivity({ conditions: '{}' }),
  'PUT /api/activities/:id/completion': inActivity({ person_ids: [newId()], completed: true }),
  'POST /api/play-sessions/:id/heartbeat': async ({ place, where, who }) => {
    const play = (person: Person) => person.call('POST /api/activities/:id/play', { params: { id: place.activity }, body: {} })
    // the play of the place's student is tried by people who may not play it
    const mine = where === 'own' && who ? await play(who).catch(() => undefined) : undefined
    return { params: { id: mine?.play_session_id ?? place.play }, body: { seq: 1, intervals: [], position: 0 } }
  },
}
