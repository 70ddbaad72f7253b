// The calendar joined of the answers of several services.
import { expect, test } from 'vitest'
import { joined } from './calendar.ts'

const entries = [{ title: '"colours":[] {', editable: true }]
const colours = [{ course_id: 'c', color: 'plum' }]
const body = (value: object) => Buffer.from(JSON.stringify(value))
const dates = [{ title: 'Report }' }]
const read = (...parts: Parameters<typeof joined>) => JSON.parse(joined(...parts).toString())

test('an answer has the fields of all, once', () => {
  const text = joined(body({ timetables: true, colours, entries }), body({ dates }), body({ classrooms: [] })).toString()
  expect(JSON.parse(text)).toEqual({ timetables: true, colours, entries, dates, classrooms: [], away: [] })
  expect(text.match(/"(timetables|colours|entries|dates|classrooms|away)":/g)).toHaveLength(6)
})

test('a part that is away is named; a service of the release before knows no colours', () => {
  expect(read(body({ colours, entries }), undefined, body({ classrooms: [] }))).toEqual({
    colours,
    entries,
    dates: [],
    classrooms: [],
    away: ['activity'],
  })
  expect(read(body({ entries }), body({ dates }), undefined)).toMatchObject({ colours: [], dates, classrooms: [], away: ['activity'] })
})
