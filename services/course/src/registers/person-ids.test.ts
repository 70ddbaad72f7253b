// People of a register by its own ids: from identity's facts, before the user number, which may be somebody else's by now.
import { create } from '@bufbuild/protobuf'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { PersonChangedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consumers } from '../consumers.ts'
import { service } from '../service.ts'
import { type School, testSchool } from '../test/school.ts'
import { erasePersonIds } from './person-ids.ts'

let it: TestService
let school: School
let folder: string
const org = newId()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-register-'))
  it = await testService(service, { env: { URP_SOURCES: `${org}=${folder}` } })
  school = await testSchool(it.databaseUrl, org)
})
afterAll(async () => {
  await school?.close()
  await it?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Id = { source: string; id: string }
type State = { person: Actor; number: string; ids: Id[]; version?: number; known?: boolean }
/** Facts of people as they are then, in one chunk. */
async function deliver(...states: State[]): Promise<void> {
  const facts = states.map(({ person, number, ids, version = 2, known = true }) => ({
    fact: {} as never,
    data: create(PersonChangedSchema, {
      ...{ id: person.person, orgId: org, name: number, userNo: number, locale: 'en', version: BigInt(version) },
      memberships: [{ orgId: org, roles: person.roles }],
      externalIds: ids.map(({ source, id }) => ({ orgId: org, source, externalId: id })),
      externalIdsKnown: known,
    }),
  }))
  const { many } = consumers.identity!.personChanged!
  expect(many?.rest).toBeUndefined()
  await plainDatabase(school.db).$transaction(async (tx) => void (await many!.handle(tx as never, facts as never)))
}
async function sync(lines: string[][]): Promise<{ code: string; params: object }[]> {
  const head = ['course_id', 'user_no', 'person_id', 'role']
  const text = (rows: string[][]) => rows.map((cells) => cells.join(',')).join('\n')
  await writeFile(join(folder, 'courses.csv'), 'id,name\nC1,Tides\n')
  await writeFile(join(folder, 'enrolments.csv'), text([head, ...lines.map((cells) => ['C1', ...cells])]))
  const { body } = await it.call(school.manager, 'POST', '/api/courses/sync_from_urp', {})
  const read = async () => (await school.db.query('select state, report from kit.tasks where id = $1', [body.status_key])).rows[0]
  await until(async () => (await read()).state !== 'running')
  return (await read()).report
}
const members = async () =>
  (
    await school.db.query(
      `select e.person_id::text as id from enrolments e join courses c on c.id = e.course_id where c.org_id = $1 and e.state = 'active' and e.role = 'student'`,
      [org],
    )
  ).rows.map(({ id }) => id)

test('a person is found by the id, whatever their number is now, and a number alone where no id is known', async () => {
  const [ann, bo, cy] = [await school.person('Ann', 'student'), await school.person('Bo', 'student'), await school.person('Cy', 'student')]
  const urp = (id: string) => [{ source: 'urp', id }]
  await deliver(
    { person: ann, number: '7', ids: urp('A'), version: 2 },
    // the register has two sources: its own comes first
    { person: bo, number: '8', ids: [{ source: 'register', id: 'A' }], version: 2 },
    { person: cy, number: '9', ids: [{ source: 'register', id: 'C' }] },
    { person: ann, number: '70', ids: urp('A'), version: 3 },
  )
  await deliver({ person: ann, number: '7', ids: urp('old'), version: 2 })
  const teacher = ['', '', 'instructor']
  expect(await sync([teacher, ['7', 'A', 'student'], ['8', 'unknown', 'student'], ['', 'C', 'student']])).toMatchObject([
    { code: 'register.courseMade' },
    { code: 'register.personUnknown', params: { user_no: '–' } },
    { code: 'course.publish.instructorMissing' },
  ])
  expect((await members()).sort()).toEqual([ann, bo, cy].map(({ person }) => person).sort())
})

test('a number whose person the register calls something else is nobody’s until somebody has looked, and nobody leaves by it', async () => {
  const di = await school.person('Di', 'student')
  await deliver({ person: di, number: '11', ids: [{ source: 'urp', id: 'D' }] })
  await sync([['11', 'D', 'student']])
  expect(await members()).toContain(di.person)
  expect(await sync([['11', 'E', 'student']])).toMatchObject([
    { code: 'register.courseSynced' },
    { code: 'register.personAmbiguous', params: { user_no: '11' } },
    { code: 'register.nobody' },
  ])
  expect(await members()).toContain(di.person)
  await plainDatabase(school.db).$transaction(async (tx) => void (await erasePersonIds(tx, di.person)))
  expect((await school.db.query('select from person_external_ids where person_id = $1', [di.person])).rowCount).toBe(0)
})

test('a fact of the release before takes no ids away; one that has none does', async () => {
  const eve = await school.person('Eve', 'student')
  const ids = async () =>
    (await school.db.query('select external_id from person_external_ids where person_id = $1', [eve.person])).rows.map(
      ({ external_id }) => external_id,
    )
  await deliver({ person: eve, number: '12', ids: [{ source: 'urp', id: 'E7' }] })
  await deliver({ person: eve, number: '12', ids: [], version: 3, known: false })
  expect(await ids()).toEqual(['E7'])
  await deliver({ person: eve, number: '12', ids: [], version: 4 })
  expect(await ids()).toEqual([])
})
