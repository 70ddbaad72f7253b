// Fixture of tests of teaching-and-research groups: a second school, and groups as upload's facts have them.
import { testSchool } from '@lyceum/course/test/school'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { ResourceGroupChangedSchema } from '@lyceum/proto/upload'
import { openCalendar } from './calendar.ts'

export type TestGroup = { id: string; name: string; kind: string; deleted: boolean }
type People = [Actor, 'owner' | 'manager' | 'member'][]
export type CalendarOfGroups = Awaited<ReturnType<typeof openCalendarOfGroups>>

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Of a meeting of the group tomorrow. */
export const draftOf = (group: TestGroup, more: object = {}) => ({
  title: 'Rubrics',
  group_id: group.id,
  start_time: inHours(24),
  end_time: inHours(25),
  join_url: 'https://meet.example.edu/rubrics',
  ...more,
})
/** The answer of `sees` for who sees it, and for who does not. */
export const [everywhere, nowhere] = [
  [true, true, true, true],
  [false, false, false, false],
]

export async function openCalendarOfGroups() {
  const env = await openCalendar()
  const upload = await testProducer(env.it.world, 'upload')
  const elsewhere = await testSchool(env.it.databaseUrl)
  const home = env.school.org
  let newest = 1n
  const send = (group: TestGroup, people: People, version: bigint) =>
    upload.emit(
      ResourceGroupChangedSchema,
      { key: `resourceGroup:${group.id}`, org: home, version },
      {
        ...group,
        orgId: home,
        version,
        members: people.map(([{ person, org }, role]) => ({ personId: person, role, orgId: org })),
      },
    )
  /** The group as upload has it from now on; resolves when calendar has it. */
  async function emit(group: TestGroup, people: People): Promise<void> {
    const version = ++newest
    await send(group, people, version)
    const isThere = 'select from research_groups where id = $1 and version = $2'
    await until(async () => (await env.school.db.query(isThere, [group.id, version])).rowCount === 1)
  }
  const listed = async (actor: Actor, { id }: TestGroup): Promise<any[]> =>
    (await env.ok(actor, `GET /api/calendar-meeting?group_id=${id}&page_size=100`)).items
  const inMonth = async (actor: Actor, id: string) => (await env.entries(actor, inHours(-200), inHours(200))).find((one) => one.id === id)
  return {
    ...env,
    elsewhere,
    emit,
    /** An older state of it, which arrives late. */
    emitOld: (group: TestGroup, people: People) => send(group, people, 1n),
    async group(people: People): Promise<TestGroup> {
      const group = { id: newId(), name: 'Marine teaching', kind: 'vtrs', deleted: false }
      await emit(group, people)
      return group
    },
    make: (actor: Actor, group: TestGroup, more: object = {}) => env.ok(actor, 'POST /api/calendar-meeting', draftOf(group, more)),
    listed,
    inMonth,
    /** Whether somebody sees a meeting: in their month, in their list, in that of the group, by its id. */
    async sees(actor: Actor, group: TestGroup, id: string): Promise<boolean[]> {
      const own = (await env.ok(actor, 'GET /api/calendar-meeting?page_size=100')).items
      return [
        (await inMonth(actor, id)) !== undefined,
        own.some((one: { id: string }) => one.id === id),
        (await listed(actor, group)).some((one) => one.id === id),
        (await env.call(actor, `GET /api/calendar-meeting/${id}`)).status === 200,
      ]
    },
    async close() {
      await elsewhere.close()
      await upload.stop()
      await env.close()
    },
  }
}
