// Readers of the meetings of a group: managers of groups, people who are suspended, feeds.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CalendarOfGroups, everywhere, nowhere, openCalendarOfGroups } from '../test/research-groups.ts'

let env: CalendarOfGroups
beforeAll(async () => {
  env = await openCalendarOfGroups()
})
afterAll(() => env?.close())

test('managers of groups read the list without addresses: of the organisation, or of the groups whose owners are of their department', async () => {
  const { teacher, manager, db, org } = env.school
  const [reefs, arts] = [newId(), newId()]
  for (const id of [reefs, arts])
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', array[$1::uuid], '', false, 1)`,
      [id, org],
    )
  await db.query('update mirror.memberships set department_id = $2 where person_id = $1', [teacher.person, reefs])
  const group = await env.group([
    [teacher, 'owner'],
    [env.elsewhere.teacher, 'member'],
  ])
  const made = await env.make(teacher, group)
  const read = async (actor: Actor) => (await env.listed(actor, group)).map(({ title, join_url, editable }) => [title, join_url, editable])
  const next = async (actor: Actor) => (await env.ok(actor, `GET /api/calendar-meeting/next?group_ids=${group.id}`)).items.length
  const of = (department: string): Actor => ({ ...manager, department })
  for (const actor of [manager, of(reefs)]) {
    expect(await read(actor)).toEqual([['Rubrics', '', false]])
    expect(await next(actor)).toBe(1)
    expect(await env.ok(actor, `GET /api/calendar-meeting/${made.id}`)).toMatchObject({ join_url: '', live_addr: '', editable: false })
    expect(await env.inMonth(actor, made.id)).toBeUndefined()
  }
  for (const actor of [of(arts), env.elsewhere.manager]) {
    expect([await read(actor), await next(actor)]).toEqual([[], 0])
    expect(await env.fault(actor, `GET /api/calendar-meeting/${made.id}`)).toBe('404 meeting.notFound')
  }
  await db.query('update mirror.memberships set department_id = null where person_id = $1', [teacher.person])
})

test('somebody who is suspended by their school or by that of the group, or has left their school, sees nothing; resumed they do again', async () => {
  const { teacher, other, db, org } = env.school
  const foreign = await env.elsewhere.person('Lena Berg', 'instructor')
  const group = await env.group([
    [teacher, 'owner'],
    [other, 'member'],
    [foreign, 'member'],
  ])
  const made = await env.make(teacher, group, { host_user_id: other.person })
  const back = await env.school.suspend(other)
  expect(await env.sees(other, group, made.id)).toEqual(nowhere)
  await back()
  expect(await env.sees(other, group, made.id)).toEqual(everywhere)
  const resume = await env.elsewhere.suspend(foreign)
  expect(await env.sees(foreign, group, made.id)).toEqual(nowhere)
  await resume()
  await db.query('update mirror.persons set suspended_in = array[$2::uuid] where id = $1', [foreign.person, org])
  expect(await env.sees(foreign, group, made.id)).toEqual(nowhere)
  await db.query(`update mirror.persons set suspended_in = '{}' where id = $1`, [foreign.person])
  expect(await env.sees(foreign, group, made.id)).toEqual(everywhere)
  // of another school than the one as whose person they came
  await db.query('delete from mirror.memberships where person_id = $1', [foreign.person])
  await db.query(`insert into mirror.memberships (person_id, org_id, roles, department_name) values ($1, $2, '{instructor}', '')`, [
    foreign.person,
    newId(),
  ])
  expect(await env.sees(foreign, group, made.id)).toEqual(nowhere)
  // a host who is in the group no more sees it as long as they belong to its organisation
  await env.emit(group, [[teacher, 'owner']])
  expect((await env.sees(other, group, made.id))[0]).toBe(true)
  const gone = await env.school.suspend(other)
  expect(await env.sees(other, group, made.id)).toEqual(nowhere)
  await gone()
})

test('a feed shows the meetings of a group until its person leaves, each time as another version', async () => {
  const { teacher, other } = env.school
  const group = await env.group([
    [teacher, 'owner'],
    [other, 'member'],
  ])
  const bff: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
  const { path } = await env.ok(other, 'POST /api/calendar-feeds', { name: 'Phone' })
  const token = /([\w-]{43})\.ics$/.exec(path)![1]!
  const read = async () => {
    const { version, content } = await env.ok(bff, 'POST /internal-api/calendar-feed', { token })
    return { version, found: content.entries.find(({ title }: { title: string }) => title === 'Of the feed') }
  }
  const before = await read()
  await env.make(teacher, group, { title: 'Of the feed' })
  const during = await read()
  expect(during.found).toMatchObject({ group_name: 'Marine teaching' })
  await env.emit({ ...group, name: 'Tides' }, [
    [teacher, 'owner'],
    [other, 'member'],
  ])
  const renamed = await read()
  expect(renamed.found).toMatchObject({ group_name: 'Tides' })
  await env.emit(group, [[teacher, 'owner']])
  const after = await read()
  expect(after.found).toBeUndefined()
  expect(new Set([before.version, during.version, renamed.version]).size).toBe(3)
  expect(after.version).not.toBe(renamed.version)
})
