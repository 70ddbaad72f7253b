// Tests of groups of teaching and research over schools: who comes in by an invitation, what they see and share there, and when it ends.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testSchool, type School } from '@lyceum/course/test/school'
import { newAccessCode } from '@lyceum/kit/text/access-code'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { mostMembers } from './api.ts'

let env: TestUploads, home: School, away: School
let lead: Actor, colleague: Actor, guest: Actor
let group: string
beforeAll(async () => {
  env = await openUploads()
  home = env.school
  away = await testSchool(env.databaseUrl)
  await away.db.query(`update mirror.orgs set name = 'Harbour College' where id = $1`, [away.org])
  ;({ manager: lead, teacher: colleague } = home)
})
afterAll(async () => {
  await away?.close()
  await env?.stop()
})
beforeEach(async () => {
  group = (await call(lead, 'POST', '', { name: 'Marine teaching', kind: 'vtrs' })).body.id
  guest = await away.person('Noor Aziz', 'instructor')
})

const call = async (who: Actor, method: string, path: string, body?: object) => {
  const answer = await env.call(who, method, `/api/resource-groups${path}`, body)
  return { status: answer.status as number, body: answer.body }
}
const invite = async (who = lead, days = 7) => (await call(who, 'POST', `/${group}/invitation`, { days })).body.code as string
const offer = (who: Actor, code: string) => env.call(who, 'GET', `/api/resource-group-invitations/${code}`)
const join = (who: Actor, code: string) => env.call(who, 'POST', `/api/resource-group-invitations/${code}/join`)
const enters = async (who: Actor) => (await call(who, 'GET', `/${group}`)).status
const joined = async () => {
  await join(guest, await invite())
  return guest
}
const reads = async (who: Actor, upload: string) => (await env.call(who, 'GET', `/api/uploads/${upload}`)).status
const share = (who: Actor, upload: string) => call(who, 'POST', `/${group}/files`, { upload_ids: [upload] })

describe('an invitation', () => {
  test('shows the group before one joins, by people with the right to make groups', async () => {
    const code = await invite()
    const shown = await offer(guest, code)
    expect(shown.body).toMatchObject({
      group: { id: group, name: 'Marine teaching' },
      org: { id: home.org, name: 'Aldermoor University' },
      led_by: ['Mei Lin'],
      member_count: 1,
      joined: false,
    })
    expect(await enters(guest)).toBe(403)
    expect([(await offer(away.student, code)).status, (await join(away.student, code)).status]).toEqual([403, 403])
    const mine = await join(guest, code)
    expect(mine).toMatchObject({
      status: 201,
      body: {
        role: 'member',
        member_count: 2,
        org: { name: 'Aldermoor University' },
        schools: ['Aldermoor University', 'Harbour College'],
      },
    })
    expect((await join(guest, code)).body).toMatchObject({ role: 'member', member_count: 2 })
    expect((await offer(guest, code)).body).toMatchObject({ joined: true, member_count: 2 })
    // a colleague of the group's own school is one of its own members
    await join(colleague, code)
    expect((await call(guest, 'GET', `/${group}/members`)).body.items).toMatchObject([
      { name: 'Mei Lin', role: 'owner', user_no: '', school: { id: home.org, name: 'Aldermoor University' }, former: false },
      { name: 'Elena Petrova', school: { id: home.org } },
      { name: 'Noor Aziz', user_no: expect.stringMatching(/^N/), school: { id: away.org, name: 'Harbour College' } },
    ])
  })
  test('is of a group of kind vtrs alone, made and read by who manages it, one at a time, and ends', async () => {
    const sharing = (await call(lead, 'POST', '', { name: 'Tides' })).body.id
    expect((await call(lead, 'POST', `/${sharing}/invitation`, { days: 7 })).body.code).toBe('group.homeOnly')
    expect((await call(lead, 'POST', `/${group}/invitation`, { days: 91 })).status).toBe(400)
    expect((await call(lead, 'GET', `/${group}/invitation`)).body).toEqual({ invitation: null })
    const first = await invite()
    const second = await invite()
    expect((await call(lead, 'GET', `/${group}/invitation`)).body.invitation.code).toBe(second)
    expect((await offer(guest, first)).body.code).toBe('groupInvitation.notFound')
    await join(guest, second)
    for (const method of ['GET', 'DELETE']) expect((await call(guest, method, `/${group}/invitation`)).status).toBe(403)
    expect((await call(lead, 'PUT', `/${group}/members/${guest.person}`, { role: 'manager' })).status).toBe(200)
    expect((await call(guest, 'GET', `/${group}/invitation`)).body.invitation.code).toBe(second)
    expect((await call(lead, 'DELETE', `/${group}/invitation`)).status).toBe(204)
    expect((await offer(guest, second)).status).toBe(404)
    expect(await enters(guest)).toBe(200)
    // nothing is there to end
    expect((await call(lead, 'DELETE', `/${group}/invitation`)).status).toBe(204)
    const lines = await home.db.query('select action, org_id, person, actor, before, after from kit.audit where subject = $1 order by id', [
      `resource-group:${group}`,
    ])
    const line = (action: string, more: object) => ({ action, org_id: home.org, actor: lead.person, person: null, before: null, ...more })
    expect(lines.rows).toEqual([
      line('resourceGroup.invited', { after: { until: expect.any(String) } }),
      line('resourceGroup.invited', { after: { until: expect.any(String) } }),
      line('resourceGroup.joined', { actor: guest.person, person: guest.person, after: null }),
      line('resourceGroup.invitationEnded', { after: null }),
    ])
  })
  test('expires; wrong codes are limited, and a right one is not counted', async () => {
    const code = await invite()
    await home.db.query(`update resource_group_invitations set expires_at = now() - interval '1 second' where group_id = $1`, [group])
    expect([(await offer(guest, code)).status, (await join(guest, code)).status]).toEqual([404, 404])
    expect((await call(lead, 'GET', `/${group}/invitation`)).body).toEqual({ invitation: null })
    const right = await invite()
    const guesser = await away.person('Guesser 1', 'instructor')
    for (let nth = 0; nth < 12; nth++) expect((await offer(guesser, right)).status).toBe(200)
    for (let nth = 0; nth < 10; nth++) expect((await offer(guesser, newAccessCode())).status).toBe(404)
    const late = await join(guesser, right)
    expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
    await call(lead, 'DELETE', `/${group}`)
    expect((await offer(guest, right)).status).toBe(404)
  })
  test('takes in as many as the group holds', async () => {
    const code = await invite()
    await home.db.query(
      `insert into resource_group_members (group_id, person_id, role) select $1, gen_random_uuid(), 'member' from generate_series(2, $2::int)`,
      [group, mostMembers],
    )
    expect((await join(guest, code)).body).toMatchObject({ code: 'group.full', params: { most: mostMembers } })
    expect((await call(lead, 'POST', `/${group}/members`, { person_ids: [colleague.person] })).body.code).toBe('group.full')
    expect((await call(lead, 'POST', `/${group}/members`, { person_ids: [lead.person] })).status).toBe(201)
  })
})

describe('a member of another school', () => {
  test('sees, shares and downloads there, and nothing else of the organisation', async () => {
    await joined()
    await call(lead, 'POST', `/${group}/members`, { person_ids: [colleague.person] })
    const folder = await env.declareUpload(colleague, { name: 'Charts', is_folder: true })
    const chart = await env.send(colleague, somePdf(300), { name: 'chart.pdf', parent_id: folder.id, allow_download: true } as never)
    const secret = await env.send(colleague, somePdf(300), { name: 'secret.pdf', allow_download: true })
    await share(colleague, folder.id)
    expect((await call(guest, 'GET', `/${group}/files`)).body.items).toMatchObject([{ upload: { id: folder.id } }])
    expect((await call(guest, 'GET', `/${group}/files?parent_id=${folder.id}`)).body.items).toMatchObject([{ upload: { id: chart.id } }])
    expect([await reads(guest, chart.id), await reads(guest, secret.id)]).toEqual([200, 403])
    const { urls } = (await env.call(guest, 'GET', `/api/uploads/${chart.id}/view`)).body
    expect((await env.bytes(urls.file)).status).toBe(200)
    expect((await env.call(guest, 'PUT', `/api/uploads/${chart.id}`, { name: 'mine.pdf' })).status).toBe(403)
    // their own file stays in their school
    const own = await env.send(guest, somePdf(200), { name: 'reef.pdf', allow_download: true })
    expect((await share(guest, own.id)).body).toEqual({ shared: 1, waiting: 0 })
    expect(await reads(colleague, own.id)).toBe(200)
    expect((await env.get(colleague, own.id)).org_id).toBe(away.org)
    expect((await share(guest, chart.id)).status).toBe(403)
    expect((await call(guest, 'DELETE', `/${group}/files/${folder.id}`)).status).toBe(403)
    // other groups, people to be added, and numbers of the other school
    const other = (await call(lead, 'POST', '', { name: 'Arts', kind: 'vtrs' })).body.id
    expect((await call(guest, 'GET', `/${other}`)).status).toBe(403)
    expect((await call(guest, 'GET', '')).body.items).toMatchObject([{ id: group, org: { id: home.org } }])
    await call(lead, 'PUT', `/${group}/members/${guest.person}`, { role: 'manager' })
    expect((await call(guest, 'POST', `/${group}/members`, { person_ids: [home.other.person] })).body.code).toBe('scope.other')
    const { rows } = await home.db.query('select user_no from mirror.persons where id = $1', [colleague.person])
    const found = async (who: Actor) => {
      const conditions = encodeURIComponent(JSON.stringify({ keyword: rows[0].user_no }))
      return (await call(who, 'GET', `/${group}/members?conditions=${conditions}`)).body.total
    }
    expect([await found(lead), await found(guest)]).toEqual([1, 0])
    // whoever manages groups elsewhere manages none here
    const boss = away.manager
    expect((await call(boss, 'GET', `/${group}`)).status).toBe(403)
    await join(boss, await invite())
    expect((await call(boss, 'GET', `/${group}`)).body.role).toBe('member')
    expect((await call(boss, 'PUT', `/${group}`, { name: 'Ours' })).status).toBe(403)
  })
  test('waits for a review of the group’s home, where their number is not shown', async () => {
    await joined()
    const own = await env.send(guest, somePdf(200), { name: 'kelp 7.pdf' })
    await home.db.query(`update mirror.orgs set settings = '{"review_sharing": true}' where id = $1`, [home.org])
    try {
      expect((await share(guest, own.id)).body).toEqual({ shared: 1, waiting: 1 })
    } finally {
      await home.db.query(`update mirror.orgs set settings = '{}' where id = $1`, [home.org])
    }
    const listed = async (who: Actor, q: string) =>
      (await env.call(who, 'GET', `/api/shared-resources?q=${encodeURIComponent(q)}`)).body.items
    const [share1] = await listed(lead, 'kelp 7')
    expect(share1).toMatchObject({ shared_by: { name: 'Noor Aziz', user_no: '' }, audit_status: 'wait' })
    const { rows } = await home.db.query('select user_no from mirror.persons where id = $1', [guest.person])
    expect(await listed(lead, rows[0].user_no)).toEqual([])
    expect(await listed(away.manager, 'kelp 7')).toEqual([])
    expect([await reads(lead, own.id), await reads(away.manager, own.id)]).toEqual([200, 200])
    expect((await env.call(lead, 'PUT', `/api/shared-resources/${share1.id}/overrides/${guest.person}`)).status).toBe(204)
    expect((await env.call(lead, 'GET', `/api/shared-resources/${share1.id}/overrides`)).body.items).toMatchObject([
      { name: 'Noor Aziz', user_no: '' },
    ])
  })
  test('becomes a manager and never an owner; leaves, and is removed', async () => {
    await joined()
    const role = (to: string) => call(lead, 'PUT', `/${group}/members/${guest.person}`, { role: to })
    expect((await role('owner')).body.details).toMatchObject({ role: [{ code: 'group.foreignOwner' }] })
    expect((await role('manager')).status).toBe(200)
    expect((await call(guest, 'DELETE', `/${group}`)).status).toBe(403)
    expect((await call(guest, 'DELETE', `/${group}/members/${guest.person}`)).status).toBe(204)
    expect(await enters(guest)).toBe(403)
    await joined()
    expect((await call(lead, 'DELETE', `/${group}/members/${guest.person}`)).status).toBe(204)
    expect(await enters(guest)).toBe(403)
  })
  test('enters no longer once suspended by either school, or out of their own: a former member, whom managers remove', async () => {
    await joined()
    const folder = await env.declareUpload(lead, { name: 'Maps', is_folder: true })
    await share(lead, folder.id)
    const losses: [lose: string, regain: string, values: unknown[]][] = [
      [
        'update mirror.persons set suspended_in = array[$2::uuid] where id = $1',
        `update mirror.persons set suspended_in = '{}' where id = $1 and $2::uuid is not null`,
        [guest.person, home.org],
      ],
      [
        `update mirror.orgs set state = 'suspended' where id = $1 and $2::uuid is not null`,
        `update mirror.orgs set state = 'active' where id = $1 and $2::uuid is not null`,
        [away.org, home.org],
      ],
    ]
    const all = async () => [await enters(guest), await reads(guest, folder.id), (await call(guest, 'GET', '')).body.total]
    expect(await all()).toEqual([200, 200, 1])
    for (const [lose, regain, values] of losses) {
      await home.db.query(lose, values)
      expect(await all()).toEqual([403, 403, 0])
      await home.db.query(regain, values)
      expect(await all()).toEqual([200, 200, 1])
    }
    const resume = await away.suspend(guest)
    expect(await all()).toEqual([403, 403, 0])
    const former = async () => (await call(lead, 'GET', `/${group}/members`)).body.items.filter((one: { former: boolean }) => one.former)
    expect(await former()).toMatchObject([{ id: guest.person, school: { name: 'Harbour College' } }])
    await resume()
    expect(await all()).toEqual([200, 200, 1])
    await home.db.query('delete from mirror.memberships where person_id = $1', [guest.person])
    // a session of a third school brings nothing back
    const elsewhere = { ...guest, org: newId() }
    expect(await enters(elsewhere)).toBe(403)
    expect((await call(lead, 'DELETE', `/${group}/members/${guest.person}`)).status).toBe(204)
    expect(await former()).toEqual([])
  })
  test('enters from a session of any school of theirs', async () => {
    await joined()
    const third = await testSchool(env.databaseUrl)
    await home.db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{instructor}', '')`, [
      guest.person,
      third.org,
    ])
    expect(await enters({ ...guest, org: third.org })).toBe(200)
    await third.close()
  })
})

test('a manager of the group’s organisation who is bound to a department manages it as before', async () => {
  const department = newId()
  await home.db.query(
    `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Reefs', array[$1]::uuid[], '', false, 1)`,
    [department, home.org],
  )
  const office = await home.person('Rui Costa', 'educational_admin')
  const bound: Actor = { ...office, department }
  await joined()
  expect((await call(bound, 'POST', `/${group}/invitation`, { days: 7 })).status).toBe(403)
  await home.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [lead.person, department])
  expect((await call(bound, 'POST', `/${group}/invitation`, { days: 7 })).status).toBe(201)
  await home.db.query('update mirror.memberships set department_id = null where person_id = $1', [lead.person])
})

test('each change is a fact with all members and their schools, and a hint to whom it concerns', async () => {
  await joined()
  await call(lead, 'PUT', `/${group}`, { name: 'Seas' })
  await call(lead, 'DELETE', `/${group}/members/${guest.person}`)
  await call(lead, 'DELETE', `/${group}`)
  const sharing = (await call(lead, 'POST', '', { name: 'Tides' })).body.id
  const facts = async (id: string) =>
    (await home.db.query('select value::jsonb as value, hint from kit.outbox where key = $1 order by seq', [`resourceGroup:${id}`])).rows
  const owner = { person_id: lead.person, role: 'owner', org_id: home.org }
  const member = { person_id: guest.person, role: 'member', org_id: away.org }
  const list = await facts(group)
  expect(list.map(({ value, hint }) => [value.name, value.deleted ?? false, value.members, hint.people])).toEqual([
    ['Marine teaching', false, [owner], [lead.person]],
    ['Marine teaching', false, [owner, member], [guest.person]],
    ['Seas', false, [owner, member], [lead.person, guest.person]],
    ['Seas', false, [owner], [guest.person]],
    ['Seas', true, [owner], [lead.person]],
  ])
  expect(list[0].value).toMatchObject({ id: group, org_id: home.org, kind: 'vtrs' })
  const versions = list.map(({ value }) => Number(value.version))
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  expect(await facts(sharing)).toEqual([])
})
