// Meetings of a group and people of whom calendar hears too late: whoever had joined before is notified once, whichever of the facts comes last.
import { PersonChangedSchema } from '@lyceum/proto/identity'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CalendarOfGroups, openCalendarOfGroups } from '../test/research-groups.ts'

let env: CalendarOfGroups
beforeAll(async () => {
  env = await openCalendarOfGroups()
})
afterAll(() => env?.close())

/** As if it had been made after the facts that come now. */
const madeLater = (id: string) => env.school.db.query(`update meetings set created_at = now() + interval '1 minute' where id = $1`, [id])
const newcomersTo = async (id: string) =>
  (await env.facts('MeetingChanged'))
    .filter(({ key, value }) => key === `meeting:${id}` && value.newcomer_ids?.length > 0)
    .map(({ value }) => [value.news ?? '', value.person_ids ?? [], value.newcomer_ids])

test('a member whose joining is heard of after a meeting was made is notified of it once, and of none that was made before they joined', async () => {
  const { teacher, other, student } = env.school
  const foreign = env.elsewhere.teacher
  const group = await env.group([[teacher, 'owner']])
  const [before, after, over] = [
    await env.make(teacher, group),
    await env.make(teacher, group),
    await env.make(teacher, group, { start_time: new Date(Date.now() - 7_200_000).toISOString(), end_time: new Date().toISOString() }),
  ]
  await madeLater(before.id)
  await madeLater(over.id)
  await env.emit(group, [
    [teacher, 'owner'],
    [foreign, 'member'],
    [other, 'member'],
  ])
  const expected = [
    ['', [], expect.toSatisfy((ids: string[]) => ids.toSorted().join() === [foreign.person, other.person].toSorted().join())],
  ]
  expect([await newcomersTo(before.id), await newcomersTo(after.id), await newcomersTo(over.id)]).toEqual([expected, [], []])
  // once more, renamed; and one who comes now
  await env.school.db.query(`update meetings set created_at = now() - interval '1 minute' where id = $1`, [before.id])
  await env.emit({ ...group, name: 'Shore teaching' }, [
    [teacher, 'owner'],
    [foreign, 'manager'],
    [other, 'member'],
    [student, 'member'],
  ])
  expect(await newcomersTo(before.id)).toEqual(expected)
})

test('a member whose school is not known yet waits, and is notified of the meetings since once it is', async () => {
  const { teacher } = env.school
  const late = env.elsewhere.other
  const identity = await testProducer(env.it.world, 'identity')
  await env.school.db.query('delete from mirror.memberships where person_id = $1', [late.person])
  const group = await env.group([
    [teacher, 'owner'],
    [late, 'member'],
  ])
  const made = await env.make(teacher, group)
  const named = async () => (await env.facts('MeetingChanged')).find(({ key }) => key === `meeting:${made.id}`)?.value.person_ids
  expect(await named()).toEqual([teacher.person])
  const come = (version: bigint) =>
    identity.emit(
      PersonChangedSchema,
      { key: `person:${late.person}`, org: late.org },
      {
        id: late.person,
        orgId: late.org,
        name: 'Arthit Suwan',
        userNo: 'A1',
        locale: 'en',
        version,
        memberships: [{ orgId: late.org, roles: ['instructor'] }],
      },
    )
  const newest = BigInt(Date.now()) + 1_000_000n
  await come(newest)
  await expect.poll(() => newcomersTo(made.id)).toEqual([['', [], [late.person]]])
  await come(newest + 1n)
  const version = async () =>
    (await env.school.db.query('select version from mirror.persons where id = $1', [late.person])).rows[0]?.version
  await expect.poll(version).toBe(String(newest + 1n))
  expect(await newcomersTo(made.id)).toHaveLength(1)
  await identity.stop()
})
