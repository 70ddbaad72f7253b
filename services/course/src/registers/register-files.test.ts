// The files of a register as they are read: their encodings, shown before a synchronisation and chosen, and the letters that were lost.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { service } from '../service.ts'
import { type School, testSchool } from '../test/school.ts'

let it: TestService
let school: School
let office: Actor
let folder: string
const org = newId()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-register-'))
  it = await testService(service, { env: { URP_SOURCES: `${org}=${folder}` } })
  school = await testSchool(it.databaseUrl, org)
  office = await school.person('Mei Lin', 'admin')
})
afterAll(async () => {
  await school?.close()
  await it?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => writeFile(join(folder, 'enrolments.csv'), 'course_id,user_no,role\n'))

/** 陳 in Big5: without a hint too short to be certain, in GB 18030 another letter. */
const chan = [0xb3, 0xaf]
const courses = (...cells: (string | number[])[]) =>
  writeFile(join(folder, 'courses.csv'), Buffer.from(cells.flatMap((cell) => (typeof cell === 'string' ? [...Buffer.from(cell)] : cell))))
const look = async (query = '') => (await it.call(office, 'GET', `/api/management/course-register/preview${query}`)).body
const lines = (body: { files: { lines: string[][] }[] }) => body.files[0]?.lines
async function synced(body: object) {
  const { status_key } = (await it.call(office, 'POST', '/api/courses/sync_from_urp', body)).body
  const read = async () => (await school.db.query('select state, report, error from kit.tasks where id = $1', [status_key])).rows[0]
  await until(async () => (await read()).state !== 'running')
  return read()
}
const names = async () =>
  (await school.db.query('select name from courses where org_id = $1 order by name', [org])).rows.map(({ name }) => name)

test('the language of the organisation decides between two encodings, another can be chosen, and the synchronisation takes it', async () => {
  await courses('id,name\nP1,', chan, '\n')
  await school.db.query(`update mirror.orgs set locale = 'zh-CN' where id = $1`, [org])
  expect((await look()).files[0]).toMatchObject({ name: 'courses.csv', encoding: 'gb18030', replaced: null })
  await school.db.query(`update mirror.orgs set locale = 'zh-TW' where id = $1`, [org])
  expect((await look()).files[0]).toMatchObject({
    encoding: 'big5',
    lines: [
      ['id', 'name'],
      ['P1', '陳'],
    ],
  })
  expect(lines(await look('?courses=gb18030'))).toEqual([
    ['id', 'name'],
    ['P1', '朝'],
  ])
  await synced({ encodings: { courses: 'gb18030' } })
  expect(await names()).toEqual(['朝'])
  await synced({})
  expect(await names()).toEqual(['陳'])
})

test('letters that damaged bytes have left are counted before and after, with the line of the first', async () => {
  await courses('id,name\nP1,Łódź 王芳\nP2,Gdańsk', [0xff], '\n')
  expect((await look()).files[0]).toMatchObject({ encoding: 'utf-8', replaced: { count: 1, line: 3 } })
  const { report } = await synced({})
  expect(report[0]).toMatchObject({ item: 'courses.csv', code: 'register.lettersReplaced', params: { letters: 1, line: 3 } })
})

test('a mark that is never closed, a missing column: named before and by the task; six lines of a long file are shown', async () => {
  await courses('id,name\nP1,"Reefs\nP2,Dunes\n')
  const fault = { code: 'register.openQuote', params: { what: 'courses.csv', line: 2 } }
  expect(await look()).toMatchObject(fault)
  expect((await synced({})).error).toMatchObject(fault)
  await courses('id,title\nP1,Reefs\n')
  expect(await look()).toMatchObject({ code: 'register.columnMissing', params: { what: 'courses.csv', column: 'name' } })
  await courses('id,name\n', 'P1,"Reefs and\nlagoons"\n'.repeat(5000))
  expect(lines(await look())).toEqual([['id', 'name'], ...Array(5).fill(['P1', 'Reefs and\nlagoons'])])
})
