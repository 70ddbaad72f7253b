// News of the meetings of a teaching-and-research group: its people get them, of whichever school, and nobody else.
import { newId } from '@lyceum/kit/ids'
import { MeetingChangedSchema } from '@lyceum/proto/calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestMails, testMails } from '../test/mails.ts'
import { org, until } from '../test/notification-facts.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '0', MAIL_BETWEEN_SECONDS: '0' })
})
afterAll(() => env?.stop())

const typesOf = async (person: string): Promise<string[]> => (await env.notificationsOf(person)).map(([type]) => type).toSorted()
const become = (person: string, types: string[]) => until(async () => expect(await typesOf(person)).toEqual(types))
const fact = {
  orgId: org,
  title: 'Rubrics',
  startTime: '2026-12-24T02:00:00.000Z',
  endTime: '2026-12-24T03:00:00.000Z',
  auditStatus: 'agree',
}

test('people of a group are notified that it meets, moves and is off; a guest who led it, that they do so no more', async () => {
  const elsewhere = newId()
  const [owner, member, foreign, guest, outsider] = [
    await env.person(),
    await env.person(),
    await env.person({ of: elsewhere }),
    await env.person(),
    await env.person(),
  ]
  const id = newId()
  const group = { id, createdBy: owner, hostId: guest, groupId: newId(), personIds: [owner, member, foreign] }
  const emit = (data: object) =>
    env.calendar.emit(MeetingChangedSchema, { key: `meeting:${id}`, org, actor: owner }, { ...fact, ...group, version: 1n, ...data })
  await emit({ news: 'agreed' })
  for (const person of [member, foreign, guest]) await become(person, ['meeting_agreed'])
  await emit({ news: 'moved', version: 2n })
  for (const person of [member, foreign, guest]) await become(person, ['meeting_agreed', 'meeting_moved'])
  // one whose joining calendar has heard of since, and nobody else once more
  const late = await env.person()
  await emit({ personIds: [], newcomerIds: [late], version: 2n })
  await become(late, ['meeting_agreed'])
  await env.settled()
  for (const person of [owner, member, foreign, guest])
    expect((await typesOf(person)).filter((type) => type === 'meeting_agreed').length).toBeLessThan(2)
  // another host: who led it as a guest is in it no more
  await emit({ hostId: member, before: { hostId: guest }, version: 3n })
  await become(guest, ['meeting_agreed', 'meeting_moved', 'meeting_taken_off'])
  await emit({ hostId: foreign, before: { hostId: member }, version: 4n })
  await emit({ hostId: foreign, news: 'called_off', deleted: true, version: 5n })
  for (const person of [member, foreign]) await become(person, ['meeting_agreed', 'meeting_called_off', 'meeting_moved'])
  await env.settled()
  // its organiser has left the group, and hears of it no more
  await emit({ hostId: foreign, personIds: [member, foreign], news: 'agreed', version: 6n })
  await become(member, ['meeting_agreed', 'meeting_agreed', 'meeting_called_off', 'meeting_moved'])
  expect([await typesOf(owner), await typesOf(outsider)]).toEqual([[], []])
  const [newest] = (await env.list(foreign)).items
  expect(newest).toMatchObject({ payload: { subject: { type: 'meeting', id, title: 'Rubrics' }, course: null } })
})
