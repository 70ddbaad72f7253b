// Notifications about requests to an organisation and operators who enter it: those who decide get them, and the person of a request its answer.
import { newId } from '@lyceum/kit/ids'
import { OrgEntryChangedSchema, OrgRequestChangedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
let admin: string
let workgroup: string
let teacher: string
beforeAll(async () => {
  env = await testNotifications()
  await env.organisation()
  ;[admin, workgroup, teacher] = [
    await env.person({ roles: ['admin'] }),
    await env.person({ roles: ['wg_admin'] }),
    await env.person({ roles: ['instructor'] }),
  ]
})
afterAll(() => env.stop())

const types = async (person: string) => (await env.notificationsOf(person)).map(([type]) => type)
const request = (personId: string, more: { state: string; kind?: string; decidedBy?: string }, id = newId()) =>
  env.identity.emit(
    OrgRequestChangedSchema,
    { key: `org-request:${id}`, org, actor: more.decidedBy ?? personId },
    { id, orgId: org, personId, kind: 'join', orgName: 'Coral School', version: BigInt(Date.now()), ...more },
  )

test('deciders are notified of a request, and its person of the decision, in any organisation', async () => {
  const person = await env.person({ of: newId() })
  const id = newId()
  await request(person, { state: 'open' }, id)
  await until(async () => expect(await types(admin)).toEqual(['org_join_requested']))
  const [notification] = (await env.list(admin)).items
  expect(notification).toMatchObject({ sender: { id: person }, payload: { subject: { title: 'Coral School' }, params: { what: 'join' } } })
  await request(person, { state: 'rejected', decidedBy: admin }, id)
  await until(async () => expect(await types(person)).toEqual(['org_request_rejected']))
  expect([await types(admin), await types(workgroup), await types(teacher)]).toEqual([['org_join_requested'], [], []])
})

test('storage and new organisations go to the workgroup administrator; a withdrawn request is no news', async () => {
  await request(teacher, { state: 'open', kind: 'storage' })
  await request(teacher, { state: 'withdrawn', kind: 'new_org' })
  await request(teacher, { state: 'agreed', kind: 'new_org', decidedBy: workgroup })
  await until(async () => expect(await types(teacher)).toEqual(['org_request_agreed']))
  await until(async () => expect(await types(workgroup)).toEqual(['org_workgroup_requested']))
  expect(await types(admin)).toEqual(['org_join_requested'])
})

test('administrators are notified of an operator who enters, whatever they have turned off, and not of one who leaves', async () => {
  const operator = await env.person({ of: newId() })
  const entry = (ended: boolean) =>
    env.identity.emit(
      OrgEntryChangedSchema,
      { key: `org-entry:${org}:${operator}`, org, actor: operator },
      { orgId: org, personId: operator, until: '2026-12-01T08:00:00.000Z', ended, orgName: 'Coral School', version: BigInt(Date.now()) },
    )
  await entry(true)
  await entry(false)
  await until(async () => expect(await types(admin)).toEqual(['org_operator_entered', 'org_join_requested']))
  expect(await types(workgroup)).toEqual(['org_workgroup_requested'])
})
