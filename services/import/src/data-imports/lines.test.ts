// Tests of files of a register, line by line: encodings, faults, references, and the words of six languages.
import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted, type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

const faultsOf = async (kind: string, file: string, more: object = {}) => {
  const run = await it.check(kind, file, more)
  return (await it.lines(run.id, { outcome: 'refused' })).map(({ line, code, params }) => [line, code, params])
}
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

describe('letters', () => {
  test('files in UTF-8, UTF-16, GBK, Big5 and TIS-620 are read with their names', async () => {
    const head = '学号,姓名\n1,'
    const files: [Uint8Array, string, string][] = [
      [new TextEncoder().encode(`\uFEFF${head}张伟\n`), '张伟', 'utf-8'],
      [new Uint8Array(Buffer.from(`\uFEFF${head}张伟\n`, 'utf16le')), '张伟', 'utf-16le'],
      [hex('d1a7bac52cd0d5c3fb0a312cd5c5ceb00a'), '张伟', 'gb18030'],
      // 學號,姓名 / 1,陳志明
      [hex('bec7b8b92ca96da6570a312cb3afa7d3a9fa0a'), '陳志明', 'big5'],
      // รหัสนักศึกษา,ชื่อ / 1,สมชาย
      [hex('c3cbd1cab9d1a1c8d6a1c9d22caad7e8cd0a312ccac1aad2c20a'), 'สมชาย', 'windows-874'],
    ]
    for (const [bytes, name, encoding] of files) {
      const run = await it.check('people', bytes, encoding === 'big5' ? { encoding } : {})
      expect(run.files).toMatchObject([{ encoding, replaced: null }])
      expect((await it.lines(run.id)).map(({ title }) => title)[0]).toBe(`${name} · 1`)
    }
  })

  test('one bad byte refuses its line alone, and is counted', async () => {
    const bytes = Buffer.concat([Buffer.from('id,name\n1,张伟\n2,李'), Buffer.from([0xff]), Buffer.from('娜\n3,王芳\n')])
    const run = await it.check('people', new Uint8Array(bytes))
    expect(run.files).toMatchObject([{ encoding: 'utf-8', replaced: { count: 1, line: 3 } }])
    expect(counted(run, 'people')).toEqual({ made: 2, refused: 1 })
    expect(await it.lines(run.id, { outcome: 'refused' })).toMatchObject([
      { line: 3, code: 'roster.lettersReplaced', params: { field: 'name' } },
    ])
  })

  test('formulas, quotes and lines within cells are texts', async () => {
    await it.apply(
      await it.check('people', `id,name\n1,"=HYPERLINK(""http://x"")"\n2,"'+1 Ann\nLee"\n3,"Robert'); drop table roster_rows;--"\n`),
    )
    expect([...it.owners.of('people').values()].map(({ data }) => data.name)).toEqual([
      '=HYPERLINK("http://x")',
      '+1 Ann\nLee',
      `Robert'); drop table roster_rows;--`,
    ])
  })
})

describe('files of other systems', () => {
  test('names in two columns, and states that a line has, are read as they are meant', async () => {
    await it.apply(await it.check('departments', 'account_id,parent_account_id,name,status\nA1,,Sciences,active\nA2,A1,Physics,active\n'))
    expect(it.owners.of('departments').get('A2')!.data).toMatchObject({ name: 'Physics' })
    const users = 'user_id,integration_id,login_id,password,first_name,last_name,email,status\n'
    const people = [
      'u1,,7001,secret,Ann,Lee,ann@example.edu,active',
      'u2,,7002,secret,伟,张,,active',
      'u3,,7003,,Bo,Suspended,,suspended',
      'u4,,7004,,Cy,Deleted,,deleted',
    ]
    await it.apply(await it.check('people', users + people.join('\n')))
    const made = it.owners.of('people')
    expect([...made].map(([id, { data }]) => [id, data.user_no, data.name, data.state])).toEqual([
      ['u1', '7001', 'Ann Lee', 'active'],
      ['u2', '7002', '张伟', 'active'],
      ['u3', '7003', 'Bo Suspended', 'suspended'],
    ])
    const again = await it.check('people', users + people[0]!.replace('active', 'deleted'), { mode: 'changes' })
    expect(counted(again, 'people')).toEqual({ left: 1 })
    await it.apply(await it.check('courses', 'course_id,short_name,long_name,account_id,term_id,status\nc1,PHY1,Physics I,A2,T1,active\n'))
    expect(it.owners.of('courses').get('c1')!.data).toMatchObject({ name: 'Physics I', course_code: 'PHY1', semester: 'T1' })
    // of two sections of a course one is left, and one person has left both
    const sections = [
      'u1,student,s1,deleted',
      'u1,student,s2,active',
      'u2,teacher,,active',
      'u3,student,s1,inactive',
      'u3,student,s2,deleted',
    ]
    const enrolments = `course_id,user_id,role,section_id,status\n${sections.map((one) => `c1,${one}`).join('\n')}\n`
    expect(counted(await it.check('enrolments', enrolments), 'enrolments')).toEqual({ made: 2, same: 3 })
  })

  test('a family name beside a name joins it, a name that has it stays, and a line without any is refused', async () => {
    const run = await it.check('people', 'รหัสประจำตัว,ชื่อ,นามสกุล\n1,สมชาย,ใจดี\n2,สมหญิง ใจดี,ใจดี\n3,,\n4,ANN LEE,Lee\n5,Olivia,Li\n')
    expect((await it.lines(run.id)).map(({ title, code, params }) => [title, code, params])).toEqual([
      ['สมชาย ใจดี · 1', null, {}],
      ['สมหญิง ใจดี · 2', null, {}],
      ['3', 'roster.needed', { field: 'name' }],
      ['ANN LEE · 4', null, {}],
      ['Olivia Li · 5', null, {}],
    ])
    const long = await it.check('people', `user_no,first_name,last_name\n1,${'A'.repeat(80)},${'B'.repeat(80)}\n`)
    expect((await it.lines(long.id)).map(({ code, params }) => [code, params])).toEqual([['roster.tooLong', { field: 'name', most: 100 }]])
  })
})

describe('files that are refused as a whole', () => {
  test('a quotation mark that is never closed, a missing column, no table at all', async () => {
    expect(await it.start('people', `id,name\n1,"Ann\n${'2,Bo\n'.repeat(5000)}`)).toMatchObject({
      status: 400,
      body: { code: 'roster.openQuote', params: { line: 2 } },
    })
    const late = await it.check('people', `id,name\n${'1,Annabelle\n'.repeat(30_000)}2,"Bo\n`)
    expect(late).toMatchObject({ state: 'failed', error: { code: 'roster.openQuote', params: { line: 30_002 } } })
    expect(await it.start('people', 'id,email\n1,a@example.edu\n')).toMatchObject({
      status: 400,
      body: { code: 'roster.columnMissing', params: { column: 'name' } },
    })
    expect(await it.start('people', 'name,email\nAnn,\n')).toMatchObject({
      status: 400,
      body: { code: 'roster.columnMissing', params: { column: 'user_no' } },
    })
    expect(await it.start('people', zipSync({ 'a.csv': new Uint8Array(9) }))).toMatchObject({
      status: 400,
      body: { code: 'roster.unreadable' },
    })
    expect(await it.start('people', ['0f8fad5b-d9cb-469f-a165-70867728950e'])).toMatchObject({
      status: 400,
      body: { code: 'roster.fileUnknown' },
    })
    expect((await it.send('GET', '/api/data-import')).body.total).toBe(1)
  })

  test('archives with passwords, paths or nothing of OneRoster in them', async () => {
    const zipped = (files: Record<string, Uint8Array>) => it.owners.upload('roster.zip', zipSync(files))
    const refusal = async (upload: string) => (await it.start('oneroster', [upload])).body.code
    expect(await refusal(zipped({ '../users.csv': new Uint8Array(9) }))).toBe('roster.unsafePath')
    expect(await refusal(zipped({ 'a.txt': new Uint8Array(9) }))).toBe('roster.noFile')
    expect(await refusal(it.owners.upload('roster.zip', 'no archive'))).toBe('roster.unreadable')
  })
})

describe('faults of lines', () => {
  test('doubled ids, numbers and e-mails', async () => {
    const file =
      'id,name,user_no,email\n1,Ann,10,a@x.edu\n1,Ann,10,a@x.edu\n2,Bo,20,\n2,Bob,20,\n3,Cy,30,\n4,Di,30,\n5,Eve,,E@x.edu\n6,Fay,,e@X.edu\n7,Guy,,\n'
    const run = await it.check('people', file)
    expect(counted(run, 'people')).toEqual({ made: 2, refused: 7 })
    // each names the other line
    expect(
      (await it.lines(run.id, { outcome: 'refused' })).map(({ line, code, params }) => [line, code, (params as { line: number }).line]),
    ).toEqual([
      [3, 'roster.doubledId', 2],
      [4, 'roster.doubledId', 5],
      [5, 'roster.doubledId', 4],
      [6, 'roster.doubledNumber', 7],
      [7, 'roster.doubledNumber', 6],
      [8, 'roster.doubledEmail', 9],
      [9, 'roster.doubledEmail', 8],
    ])
  })

  test('unknown roles and kinds, long and missing cells, days that nobody can be sure of', async () => {
    expect(
      await faultsOf(
        'people',
        `id,name,roles\n1,Ann,"student, 教师;ผู้ช่วยสอน"\n2,Bo,king\n3,,student\n4,${'x'.repeat(101)},\n,Cy,\n5,${'y'.repeat(20_000)},\n6,Di,,,more\n`,
      ),
    ).toEqual([
      [3, 'roster.unknownRole', { value: 'king' }],
      [4, 'roster.needed', { field: 'name' }],
      [5, 'roster.tooLong', { field: 'name', most: 100 }],
      [6, 'roster.withoutId', {}],
      [7, 'roster.lineCut', {}],
      [8, 'roster.cellsBeyond', { cells: 5, columns: 3 }],
    ])
    expect(
      await faultsOf(
        'courses',
        'id,name,start_date\n1,A,2026-09-01\n2,B,2026/9/1\n3,C,1/9/2569\n4,D,2569-09-01\n5,E,46266\n6,F,2026-02-30\n',
      ),
    ).toEqual([
      [4, 'roster.dateBuddhist', { field: 'start_date', value: '1/9/2569' }],
      [5, 'roster.dateBuddhist', { field: 'start_date', value: '2569-09-01' }],
      [6, 'roster.dateSerial', { field: 'start_date', value: '46266' }],
      [7, 'roster.dateUnknown', { field: 'start_date', value: '2026-02-30' }],
    ])
    expect(await faultsOf('study_units', '类型,名称,代码\n年级,2026,G26\n班级,A,K1\n社团,B,K2\n')).toEqual([
      [4, 'roster.unknownKind', { value: '社团' }],
    ])
  })

  test('circles of departments, and those below them', async () => {
    const run = await it.check('departments', 'code,name,parent\nA,A,\nB,B,A\nC,C,D\nD,D,C\nE,E,D\nF,F,F\nG,G,nowhere\n')
    expect((await it.lines(run.id, { outcome: 'refused' })).map(({ external_id, code }) => [external_id, code])).toEqual([
      ['C', 'roster.circle'],
      ['D', 'roster.circle'],
      ['E', 'roster.circle'],
      ['F', 'roster.circle'],
      ['G', 'roster.unknownReference'],
    ])
    await it.apply(run)
    expect(it.owners.of('departments').get('B')!.data.parent_id).toBe(it.owners.of('departments').get('A')!.id)
  })

  test('zeros that a spreadsheet has taken are found, in numbers and in references', async () => {
    await it.apply(await it.check('people', 'user_no,name\n00123,Ann\n00456,Bo\n'))
    expect(await faultsOf('people', 'user_no,name\n123,Ann\n00456,Bo\n', { mode: 'changes' })).toEqual([
      [2, 'roster.zerosLost', { value: '123', known: '00123' }],
    ])
    it.owners.put('courses', 'C1', {})
    expect(await faultsOf('enrolments', 'course,person\nC1,123\nC1,00456\nC1,999\n')).toEqual([
      [2, 'roster.zerosLost', { value: '123', known: '00123' }],
      [4, 'roster.unknownReference', { field: 'person', value: '999' }],
    ])
  })

  test('a number that moved, and rows that an owner does not take, are refused alone', async () => {
    it.owners.put('people', 'old', { user_no: '7' })
    it.owners.onCall = ({ body }) => (body.rows?.some(({ name }) => name === 'Bad') ? 400 : undefined)
    const run = await it.apply(await it.check('people', 'id,user_no,name\nnew,7,Ann\n2,8,Bo\n3,9,Bad\n4,10,Di\n'))
    expect(counted(run, 'people')).toEqual({ made: 2, refused: 2, done: 4 })
    expect((await it.lines(run.id, { outcome: 'refused' })).map(({ code }) => code)).toEqual(['roster.numberMoved', 'field.format'])
  })
})

describe('references', () => {
  test('rows carry the ids of things by external id or code, of this file, an earlier one, or the owner', async () => {
    const dean = it.owners.put('departments', 'X1', { code: 'MAR' })
    await it.apply(await it.check('courses', 'id,name,course_code\nc1,Tides,MAR100\n'))
    await it.apply(await it.check('people', 'id,user_no,name,department\np1,0077,Ann,MAR\np2,0078,Bo,X1\n'))
    expect([...it.owners.of('people').values()].map(({ data }) => data.department_id)).toEqual([dean, dean])
    await it.apply(await it.check('enrolments', '课程代码,学号,角色\nMAR100,0077,教师\nc1,p2,\n'))
    const [course, ann, bo] = [
      it.owners.of('courses').get('c1')!.id,
      it.owners.of('people').get('p1')!.id,
      it.owners.of('people').get('p2')!.id,
    ]
    expect([...it.owners.of('enrolments').values()].map(({ external_id, data }) => [external_id, data])).toEqual([
      ['MAR100:0077', { course_id: course, person_id: ann, role: 'instructor' }],
      ['c1:p2', { course_id: course, person_id: bo, role: 'student' }],
    ])
  })

  test('a code that several things have names none of them, unless one has it as its id', async () => {
    it.owners.put('courses', 'c1', { course_code: 'MAR100' })
    it.owners.put('courses', 'c2', { course_code: 'MAR100' })
    const named = it.owners.put('courses', 'LIT', { course_code: 'X' })
    it.owners.put('courses', 'c3', { course_code: 'LIT' })
    it.owners.put('people', 'p1')
    const run = await it.check('enrolments', 'course,person\nMAR100,p1\nLIT,p1\n')
    expect((await it.lines(run.id)).map(({ line, code, params }) => [line, code, params])).toEqual([
      [2, 'roster.codeTwice', { field: 'course', value: 'MAR100' }],
      [3, null, {}],
    ])
    await it.apply(run)
    expect(it.owners.of('enrolments').get('LIT:p1')!.data.course_id).toBe(named)
    expect(await faultsOf('study_units', 'id,kind,name,code,grade\n1,grade,A,A1,\n2,program,B,A1,\n3,klass,C,C1,A1\n')).toEqual([
      [4, 'roster.codeTwice', { field: 'grade', value: 'A1' }],
    ])
  })

  test('a code that another course has in the next term is no same line, and ends nothing of the term before', async () => {
    it.owners.put('people', 'p1')
    await it.apply(await it.check('courses', 'id,name,course_code,semester\nc1,Tides,MAR100,1\n'))
    await it.apply(await it.check('enrolments', 'course,person\nMAR100,p1\n'))
    expect(counted(await it.check('enrolments', 'course,person\nMAR100,p1\n'), 'enrolments')).toEqual({ same: 1 })
    await it.apply(await it.check('courses', 'id,name,course_code,semester\nc2,Tides,MAR100,2\n'))
    expect(await it.lines((await it.check('enrolments', 'course,person\nMAR100,p1\n')).id)).toMatchObject([{ outcome: 'changed' }])
    const next = await it.check('enrolments', 'course,person\n', { scope: { semester: '2' } })
    expect(await it.lines(next.id)).toEqual([])
  })

  test('without a column of roles none is sent', async () => {
    it.owners.put('people', 'p1')
    it.owners.put('courses', 'c1')
    await it.apply(await it.check('enrolments', 'course,person\nc1,p1\n'))
    expect(it.owners.of('enrolments').get('c1:p1')!.data).not.toHaveProperty('role')
  })

  test('a run of a department or a term takes away nothing of another', async () => {
    await it.apply(await it.check('departments', 'code,name\nA,A\nB,B\n'))
    await it.apply(await it.check('people', 'id,name,department\n1,Ann,A\n2,Bo,A\n3,Cy,B\n4,Di,\n'))
    const run = await it.check('people', 'id,name,department\n1,Ann,A\n', { scope: { department: 'A' } })
    expect((await it.lines(run.id)).map(({ external_id, outcome }) => [external_id, outcome])).toEqual([['2', 'left']])
    await it.apply(await it.check('courses', 'id,name,academic_year,semester\nc1,Tides,2026,1\nc2,Reefs,2026,2\n'))
    await it.apply(await it.check('enrolments', 'course,person\nc1,1\nc1,2\nc2,1\n'))
    const term = await it.check('enrolments', 'course,person\nc1,1\n', { scope: { academic_year: '2026', semester: '1' } })
    expect((await it.lines(term.id)).map(({ external_id }) => external_id)).toEqual(['c1:2'])
  })
})
