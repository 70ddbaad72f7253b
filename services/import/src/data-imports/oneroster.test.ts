// Tests of OneRoster 1.2 as CSV, in an archive and one by one.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { counted, type Rosters, testRosters } from '../test/rosters.ts'
import { readFiles } from './reading.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

const files = {
  'manifest.csv': 'propertyName,value\nmanifest.version,1.0\nfile.users,bulk\nfile.enrollments,bulk\n',
  'orgs.csv':
    'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\no1,active,,Coral School,school,CS,\no2,active,,Marine Sciences,department,MAR,o1\n',
  'academicSessions.csv':
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear\ny1,active,,2026-2027,schoolYear,2026-09-01,2027-07-31,,2027\nt1,active,,Autumn,semester,2026-09-01,2027-01-15,y1,2027\n',
  'courses.csv':
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId\nk1,active,,y1,Tides,MAR100,,o2\n',
  'classes.csv':
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds\nc1,active,,Tides A,,k1,,scheduled,,o2,t1\n',
  'users.csv':
    'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,password,primaryOrgSourcedId\nu1,active,,true,ann,,Ann,Lee,,S001,ann@example.edu,,,SECRET,o2\nu2,active,,true,wei,,伟,张,,T001,,,,SECRET,o2\nu3,active,,false,bo,,Bo,Li,,S002,,,,SECRET,o2\nu4,active,,true,mum,,Mum,Lee,,,,,,SECRET,\n',
  'roles.csv':
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId\nr1,active,,u1,primary,student,,,o2\nr2,active,,u2,primary,teacher,,,o2\nr3,active,,u3,primary,student,,,o2\nr4,active,,u4,primary,parent,,,o2\n',
  'enrollments.csv':
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary\ne1,active,,c1,o2,u1,student,\ne2,active,,c1,o2,u2,teacher,true\n',
  'demographics.csv': 'sourcedId,status,birthDate\nu1,active,2008-01-01\n',
}
type Files = Partial<Record<keyof typeof files, string>>
const zipped = (some: Files = {}) =>
  it.owners.upload(
    'roster.zip',
    zipSync(Object.fromEntries(Object.entries({ ...files, ...some }).map(([name, text]) => [`export/${name}`, strToU8(text)]))),
  )

test('departments, people, courses with their terms and enrolments are made in order; no password is read', async () => {
  const run = await it.check('oneroster', [zipped()])
  expect(run).toMatchObject({ state: 'ready', source: 'oneroster' })
  expect(run.counts.map(({ kind, made }) => [kind, made])).toEqual([
    ['departments', 2],
    ['people', 3],
    ['courses', 1],
    ['enrolments', 2],
  ])
  const applied = await it.apply(run)
  const of = (kind: 'departments' | 'people' | 'courses' | 'enrolments') => it.owners.of(kind)
  const marine = of('departments').get('o2')!
  expect(marine.data).toEqual({ name: 'Marine Sciences', code: 'MAR', parent_id: of('departments').get('o1')!.id })
  expect(of('people').get('u2')!.data).toMatchObject({
    name: '张伟',
    user_no: 'T001',
    email: null,
    roles: ['instructor'],
    department_id: marine.id,
    state: 'active',
  })
  expect(of('people').get('u3')!.data).toMatchObject({ name: 'Bo Li', state: 'suspended' })
  expect(of('courses').get('c1')!.data).toEqual({
    ...{ name: 'Tides A', course_code: 'MAR100', academic_year: '2026-2027', semester: 'Autumn', department_id: marine.id },
    ...{ start_date: '2026-09-01', end_date: '2027-01-15' },
  })
  expect(of('enrolments').get('e2')!.data).toEqual({
    course_id: of('courses').get('c1')!.id,
    person_id: of('people').get('u2')!.id,
    role: 'instructor',
  })
  expect(JSON.stringify(it.owners.calls)).not.toMatch(/SECRET|2008-01-01/)
  expect(counted(applied, 'people')).toEqual({ made: 3, done: 3 })
})

test('a line to be deleted leaves, and files of changes take nobody else away', async () => {
  await it.apply(await it.check('oneroster', [zipped()]))
  const users = files['users.csv'].split('\n')
  const delta = zipped({
    'manifest.csv': 'propertyName,value\nfile.users,delta\nfile.enrollments,bulk\n',
    'users.csv': `${users[0]}\n${users[3]!.replace('active', 'tobedeleted')}\n`,
    'enrollments.csv': files['enrollments.csv'].replace('e1,active', 'e1,tobedeleted'),
  })
  const run = await it.check('oneroster', [delta])
  expect((await it.lines(run.id)).map(({ external_id, outcome }) => [external_id, outcome])).toEqual([
    ['u3', 'left'],
    ['e1', 'left'],
  ])
  await it.apply(run)
  expect([...it.owners.of('people').values()].filter(({ gone }) => gone).map(({ external_id }) => external_id)).toEqual(['u3'])
  // enrolments end before people leave
  expect(it.owners.writes.slice(-2).map(({ path }) => path)).toEqual(['/api/roster/enrolments', '/api/roster/people'])
})

test('files one by one have a look that names each; a missing column is refused', async () => {
  const uploads = Object.entries(files).map(([name, text]) => it.owners.upload(name, text))
  const { body } = await it.send('POST', '/api/data-import/preview', { kind: 'oneroster', upload_ids: uploads })
  expect(body.files.map(({ name, kind }: { name: string; kind: string | null }) => [name, kind])).toContainEqual(['users.csv', 'people'])
  expect(body.files.map(({ name }: { name: string }) => name)).not.toContain('demographics.csv')
  const broken = it.owners.upload('users.csv', 'id,name\n1,Ann\n')
  expect(await it.start('oneroster', [broken])).toMatchObject({
    status: 400,
    body: { code: 'roster.columnMissing', params: { column: 'sourcedId' } },
  })
})

test('a file that ends in a line is held', async () => {
  const run = await it.check('oneroster', [zipped({ 'enrollments.csv': `${files['enrollments.csv']}e3,active,,c1` })])
  expect(run.holds).toContainEqual({ code: 'roster.endsEarly', params: { file: 'export/enrollments.csv', line: 4 } })
})

test('a reading that is stopped leaves no archive behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-test-'))
  vi.stubEnv('TMPDIR', folder)
  const zip = Buffer.from(zipSync({ 'orgs.csv': strToU8(files['orgs.csv']) }))
  const source = { name: 'a.zip', size: zip.length, url: `data:application/zip;base64,${zip.toString('base64')}` }
  const stopped = new AbortController()
  const request = { files: [source], kind: 'oneroster', mapping: {}, encoding: null, look: null } as const
  const take = async () => {
    expect(await readdir(folder)).toHaveLength(1)
    stopped.abort(new Error('stopped'))
    await new Promise(() => {})
  }
  await expect(readFiles({ ...request, files: [source] }, take, stopped.signal)).rejects.toThrow('stopped')
  expect(await readdir(folder)).toEqual([])
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})
