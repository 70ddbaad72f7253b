// Academic years and terms: their days, their names, and the courses that are in them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { faultsOf, ordered, within } from './rules.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())

const day = fc.integer({ min: 0, max: 900 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
const span = fc.record({ start_date: day, end_date: day })

test('a term is within its year, and a year around its terms: whatever has no fault', () => {
  fc.assert(
    fc.property(span, span, (term, year) => {
      const ofTerm = Object.keys(faultsOf(term, { year }))
      expect(ofTerm.length === 0).toBe(term.end_date >= term.start_date && within(term, year))
      if (year.end_date >= year.start_date && term.end_date >= term.start_date)
        expect(Object.keys(faultsOf(year, { terms: [term] })).length === 0).toBe(within(term, year))
    }),
  )
})

test('in a list each year is followed by its terms, and nothing is lost', () => {
  const listed = fc.array(fc.record({ start_date: day, end_date: day, year: fc.integer({ min: -1, max: 3 }) }), { maxLength: 12 })
  fc.assert(
    fc.property(listed, (drafts) => {
      const years = [0, 1, 2, 3].map((n) => ({
        id: `y${n}`,
        parent_id: null as string | null,
        name: `${n}`,
        start_date: `202${n}`,
        end_date: '2030',
      }))
      const terms = drafts.flatMap(({ year, ...rest }, n) =>
        year < 0 ? [] : [{ id: `t${n}`, parent_id: `y${year}`, name: `${n}`, ...rest }],
      )
      const list = ordered([...terms, ...years])
      expect(list).toHaveLength(years.length + terms.length)
      let year = ''
      for (const one of list) {
        if (one.parent_id === null) year = one.id
        else expect(one.parent_id).toBe(year)
      }
    }),
  )
})

const make = (draft: object, actor: Actor = school.manager) => it.call(actor, 'POST', '/api/terms', draft)
const change = (id: string, body: object, actor: Actor = school.manager) => it.call(actor, 'PUT', `/api/terms/${id}`, body)
const remove = (id: string, version: number, actor: Actor = school.manager) =>
  it.call(actor, 'DELETE', `/api/terms/${id}?version=${version}`)
const list = async (actor: Actor = school.manager) => (await it.call(actor, 'GET', '/api/terms')).body.terms
let nth = 0
const aYear = async () => {
  const name = `20${30 + ++nth}`
  return (await make({ name, start_date: `${name}-09-01`, end_date: `${name}-12-31` })).body
}
const aTerm = async (year: { id: string; name: string }) =>
  (await make({ name: 'Autumn', parent_id: year.id, start_date: `${year.name}-09-01`, end_date: `${year.name}-11-30` })).body

test('a year and its terms are made, renamed and deleted; everybody reads them, without the numbers of courses', async () => {
  const year = await aYear()
  const term = await aTerm(year)
  const mine = (await list()).filter(({ id }: { id: string }) => [year.id, term.id].includes(id))
  expect(mine.map(({ id, courses }: { id: string; courses: number }) => [id, courses])).toEqual([
    [year.id, 0],
    [term.id, 0],
  ])
  expect((await list(school.student)).find(({ id }: { id: string }) => id === term.id)).toMatchObject({ name: 'Autumn', courses: null })
  expect((await list(far.manager)).some(({ id }: { id: string }) => id === term.id)).toBe(false)
  const renamed = await change(term.id, { name: ' Autumn  term ', version: term.version })
  expect(renamed.body).toMatchObject({ name: 'Autumn term', start_date: term.start_date })
  expect((await change(term.id, { name: 'x', version: term.version })).body.code).toBe('term.newer')
  expect((await remove(year.id, year.version)).body).toMatchObject({ code: 'term.inUse', params: { terms: 1, courses: 0 } })
  expect((await remove(term.id, renamed.body.version)).status).toBe(204)
  expect((await remove(year.id, year.version)).status).toBe(204)
})

test('400 at the field for what cannot be', async () => {
  const year = await aYear()
  const term = await aTerm(year)
  const fault = async (work: ReturnType<typeof make>) => {
    const { status, body } = await work
    return [status, ...Object.entries(body.details ?? {}).map(([field, [first]]: any) => `${field} ${first.code}`)]
  }
  const days = { start_date: `${year.name}-09-01`, end_date: `${year.name}-10-01` }
  expect(await fault(make({ name: 'autumn', parent_id: year.id, ...days }))).toEqual([400, 'name term.taken'])
  expect(await fault(make({ name: '  ', parent_id: year.id, ...days }))).toEqual([400, 'name field.required'])
  expect(await fault(make({ name: 'X', parent_id: term.id, ...days }))).toEqual([400, 'parent_id term.unknownYear'])
  expect(await fault(make({ name: 'X', parent_id: newId(), ...days }))).toEqual([400, 'parent_id term.unknownYear'])
  expect(await fault(make({ name: 'X', parent_id: year.id, ...days, end_date: '2099-01-01' }))).toEqual([400, 'end_date term.outsideYear'])
  expect(await fault(make({ name: 'X', ...days, end_date: '2020-01-01' }))).toEqual([400, 'end_date term.endBeforeStart'])
  expect(await fault(change(year.id, { end_date: days.end_date, version: year.version }))).toEqual([400, 'end_date term.narrowerThanTerms'])
  for (const who of [school.teacher, school.student]) expect((await make({ name: 'X', ...days }, who)).status).toBe(403)
  expect((await change(term.id, { name: 'X', version: term.version }, far.manager)).status).toBe(404)
})

test('a course in a term has its names, follows them, and leaves it when they are written', async () => {
  const year = await aYear()
  const term = await aTerm(year)
  const { id } = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Tides', term_id: term.id, semester: 'Spring' })).body
  const read = async () => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body
  expect(await read()).toMatchObject({ term_id: term.id, academic_year: { name: year.name }, semester: 'Autumn' })
  expect((await list()).find((one: { id: string }) => one.id === term.id).courses).toBe(1)
  expect((await remove(term.id, term.version)).body).toMatchObject({ code: 'term.inUse', params: { courses: 1 } })
  await change(year.id, { name: `${year.name}–X`, version: year.version })
  await until(async () => (await read()).academic_year.name === `${year.name}–X`)
  const told = await school.db.query(
    `select value::jsonb->'course'->>'academic_year' as year from kit.outbox where key = $1 order by seq desc limit 1`,
    [`course:${id}`],
  )
  expect(told.rows[0].year).toBe(`${year.name}–X`)
  const put = (body: object) => it.call(school.teacher, 'PUT', `/api/courses/${id}`, body)
  expect((await put({ term_id: year.id })).body).toMatchObject({ term_id: year.id, semester: null })
  expect((await put({ semester: 'Summer school' })).body).toMatchObject({ term_id: null, semester: 'Summer school' })
  expect((await put({ term_id: newId() })).body.details.term_id[0].code).toBe('term.unknown')
  const several = { course_ids: [id], term_id: term.id }
  expect((await it.call(school.teacher, 'PUT', '/api/courses/settings', several)).body).toEqual({ changed: 1 })
  expect(await read()).toMatchObject({ term_id: term.id, semester: 'Autumn' })
})

test('holidays lie within their term, are told, and end with it', async () => {
  const year = await aYear()
  const days = (start: string, end: string) => [
    { name: ' Autumn  break ', start_date: `${year.name}-${start}`, end_date: `${year.name}-${end}` },
  ]
  const wrong = async (holidays: object) => Object.entries((await change(year.id, { holidays, version: 9e15 })).body.details)[0]
  expect(await wrong(days('08-20', '09-05'))).toEqual(['holidays.0.start_date', [{ code: 'term.holidayOutside', params: {} }]])
  expect(await wrong(days('10-20', '10-05'))).toEqual(['holidays.0.end_date', [{ code: 'term.endBeforeStart', params: {} }]])
  const { body } = await change(year.id, { holidays: days('10-05', '10-16'), version: year.version })
  expect(body.holidays).toEqual([{ name: 'Autumn break', start_date: `${year.name}-10-05`, end_date: `${year.name}-10-16` }])
  await remove(year.id, body.version)
  const { rows } = await school.db.query(
    `select value::jsonb as value from kit.outbox where type = 'lyceum.course.v1.TermChanged' and value::jsonb->>'id' = $1 order by seq`,
    [year.id],
  )
  expect(rows.map(({ value }) => [value.holidays.length, value.deleted])).toEqual([
    [0, false],
    [1, false],
    [1, true],
  ])
})
