// A group of teaching and research with two schools over the real services: an invitation, files both ways, and the end of the right.
import { CallFailed } from '@lyceum/kit/calls/client'
import { reached } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import { send } from './send.ts'

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )

test('a teacher of another school joins, shares and reads files, finds nobody, and is out once their school suspends them', async () => {
  const [home, away] = await Promise.all([newSchool('Reef University'), newSchool('Harbour College')])
  const [lead, guest, awayAdmin, student] = await Promise.all([
    home.signIn('admin'),
    away.signIn('teacher'),
    away.signIn('admin'),
    away.signIn('student'),
  ])
  const { id } = await lead.call('POST /api/resource-groups', { body: { name: 'Marine teaching', kind: 'vtrs' } })
  const params = { id }
  const { code } = await lead.call('POST /api/resource-groups/:id/invitation', { params, body: { days: 7 } })
  const offer = { params: { code } }
  expect(await guest.call('GET /api/resource-group-invitations/:code', offer)).toMatchObject({
    group: { id },
    org: { id: home.id, name: home.name },
    led_by: [home.people.admin.name],
    member_count: 1,
  })
  expect(await refusal(student.call('POST /api/resource-group-invitations/:code/join', offer))).toBe('403 forbidden')
  expect(await refusal(guest.call('GET /api/resource-groups/:id', { params }))).toBe('403 forbidden')
  expect(await guest.call('POST /api/resource-group-invitations/:code/join', offer)).toMatchObject({
    role: 'member',
    schools: [home.name, away.name],
  })

  const [chart, reef] = [await send(lead, 'Chart.pdf', pdf()), await send(guest, 'Reef.pdf', pdf())]
  for (const [who, upload] of [
    [lead, chart],
    [guest, reef],
  ] as const) {
    await who.call('PUT /api/uploads/:id', { params: { id: upload.id }, body: { allow_download: true } })
    await who.call('POST /api/resource-groups/:id/files', { params, body: { upload_ids: [upload.id] } })
  }
  const view = async (who: typeof guest, upload: string) =>
    (await who.call('GET /api/uploads/:id/view', { params: { id: upload }, query: {} })).urls.file ?? ''
  const bytes = async (url: string) => (await fetch(new URL(url, product().bytes))).status
  const [mine, theirs] = [await view(guest, chart.id), await view(lead, reef.id)]
  expect([await bytes(mine), await bytes(theirs)]).toEqual([200, 200])
  expect((await guest.call('GET /api/resource-groups', { query: {} })).items).toMatchObject([{ id, org: { id: home.id } }])
  expect((await lead.call('GET /api/resource-groups/:id/members', { params, query: {} })).items).toMatchObject([
    { id: lead.id, school: { id: home.id }, former: false },
    { id: guest.id, school: { name: away.name }, user_no: '', former: false },
  ])
  // people of the home are found by nobody else
  const sought = { keywords: home.people.teacher.login }
  expect((await guest.call('GET /api/user/search', { query: sought })).users).toEqual([])
  await lead.call('PUT /api/resource-groups/:id/members/:person_id', { params: { id, person_id: guest.id }, body: { role: 'manager' } })
  const adding = { params, body: { person_ids: [home.people.teacher.id] } }
  expect(await refusal(guest.call('POST /api/resource-groups/:id/members', adding))).toBe('403 forbidden')

  await awayAdmin.call('POST /api/users/:id/suspend', { params: { id: guest.id }, body: {} })
  expect(await reached(() => bytes(mine), 403, 10_000)).toBe(403)
  const former = async () =>
    (await lead.call('GET /api/resource-groups/:id/members', { params, query: {} })).items.find((one) => one.id === guest.id)?.former
  expect(await reached(former, true, 10_000)).toBe(true)
  await awayAdmin.call('POST /api/users/:id/resume', { params: { id: guest.id }, body: {} })
  const back = await away.signIn('teacher')
  const enters = () => refusal(back.call('GET /api/resource-groups/:id', { params }))
  expect(await reached(enters, 'ok', 30_000)).toBe('ok')
  await back.call('DELETE /api/resource-groups/:id/members/:person_id', { params: { id, person_id: guest.id } })
  expect(await enters()).toBe('403 forbidden')
  expect((await lead.call('GET /api/resource-groups/:id/files', { params, query: {} })).items.map(({ upload }) => upload.id)).toEqual([
    chart.id,
  ])
})
