// Meetings of a teaching-and-research group of two schools, over the real services: who comes by a code sees them, who leaves does not.
import { CallFailed } from '@lyceum/kit/calls/client'
import { reached, until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { newSchool, product } from './product.ts'

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )
/** Reads until it is as wanted. */
async function settles(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const text = JSON.stringify(wanted)
  expect(await reached(async () => JSON.stringify(await read()), text, 30_000)).toBe(text)
}
const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

test('a meeting is seen by the people of the group in both schools, until they leave or the group is deleted', async () => {
  const [home, away] = await Promise.all([newSchool('Reef University'), newSchool('Harbour College')])
  const [manager, teacher, guest, other] = await Promise.all([
    home.signIn('manager'),
    home.signIn('teacher'),
    away.signIn('teacher'),
    away.signIn('otherTeacher'),
  ])
  const { id } = await manager.call('POST /api/resource-groups', { body: { name: 'Reefs', kind: 'vtrs' } })
  const params = { id }
  await manager.call('POST /api/resource-groups/:id/members', { params, body: { person_ids: [teacher.id], role: 'manager' } })
  const { code } = await manager.call('POST /api/resource-groups/:id/invitation', { params, body: { days: 7 } })
  await guest.call('POST /api/resource-group-invitations/:code/join', { params: { code } })

  // at once, by whoever made the group in the session: its next call waits for the fact
  const draft = { title: 'Rubrics', group_id: id, start_time: at(24), end_time: at(25), join_url: 'https://meet.example.edu/rubrics' }
  const first = await manager.call('POST /api/calendar-meeting', { body: draft })
  expect(first).toMatchObject({ audit_status: 'agree', group_name: 'Reefs', org_id: home.id })
  const second = await until(() =>
    teacher.call('POST /api/calendar-meeting', { body: { ...draft, title: 'Marking', start_time: at(48), end_time: at(49) } }),
  )
  expect(await refusal(guest.call('POST /api/calendar-meeting', { body: draft }))).toMatch(/^(400 field.invalid|403 forbidden)$/)

  const entries = async (person: typeof guest) =>
    (await person.call('GET /api/calendar', { query: { start: at(0), end: at(72) } })).entries
      .filter(({ group_id }) => group_id === id)
      .map(({ title, group_name, join_url }) => [title, group_name, join_url].join())
  const both = ['Rubrics,Reefs,https://meet.example.edu/rubrics', 'Marking,Reefs,https://meet.example.edu/rubrics']
  await settles(async () => await entries(guest), both)
  expect(await entries(other)).toEqual([])
  const list = async (person: typeof guest) => (await person.call('GET /api/calendar-meeting', { query: { group_id: id } })).items
  expect((await list(guest)).map(({ title, editable }) => [title, editable])).toEqual([
    ['Rubrics', false],
    ['Marking', false],
  ])
  expect(await list(other)).toEqual([])
  const next = async (person: typeof guest) => (await person.call('GET /api/calendar-meeting/next', { query: { group_ids: id } })).items
  expect([await next(guest), await next(other)]).toMatchObject([[{ id: first.id, title: 'Rubrics' }], []])
  const { path } = await guest.call('POST /api/calendar-feeds', { body: { name: 'Phone' } })
  const feed = async () => (await (await fetch(new URL(path, product().url))).text()).includes('CATEGORIES:Reefs')
  expect(await reached(feed, true, 30_000)).toBe(true)
  const heard = async (person: typeof guest) =>
    (await person.call('GET /api/notifications', { query: { page_size: 50 } })).items
      .filter(({ payload }) => [first.id, second.id].includes(payload.subject.id))
      .map(({ type, payload }) => `${type} ${payload.subject.title}`)
      .toSorted()
  await settles(async () => await heard(guest), ['meeting_agreed Marking', 'meeting_agreed Rubrics'])

  await guest.call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id, person_id: guest.id } })
  await settles(async () => [await entries(guest), await list(guest)], [[], []])
  expect(await reached(feed, false, 30_000)).toBe(false)
  expect(await refusal(guest.call('GET /api/calendar-meeting/:id', { params: { id: first.id } }))).toBe('404 meeting.notFound')

  await manager.call('DELETE /api/resource-groups/:id', { params })
  await settles(async () => [await entries(teacher), await list(teacher)], [[], []])
  await settles(async () => await heard(teacher), ['meeting_agreed Rubrics', 'meeting_called_off Marking', 'meeting_called_off Rubrics'])
  expect((await heard(guest)).some((line) => line.startsWith('meeting_called_off'))).toBe(false)
})
