// Questions on their way in and out: files of other systems become questions of a bank, by the calls of the person who asked for it.
import { randomUUID } from 'node:crypto'
import { until } from '@lyceum/kit/test/wait'
import { beforeAll, expect, test } from 'vitest'
import { dot } from '../media.ts'
import { newSchool } from './product.ts'
import type { Person, School } from './school.ts'

let school: School, teacher: Person, student: Person
let bank: string
const picture = dot().toString('base64')
const encoded = (text: string) => Buffer.from(text).toString('base64')

const moodle = `<?xml version="1.0"?><quiz>
<question type="category"><category><text>$course$/top/Ocean/Tides</text></category></question>
<question type="description"><name><text>Read</text></name><questiontext format="html"><text>The moon pulls.</text></questiontext><text_id>t1</text_id></question>
<question type="multichoice"><about_text>t1</about_text><name><text>Moon</text></name><questiontext format="html"><text><![CDATA[<p>Which moon? <img src="@@PLUGINFILE@@/moon.png" alt="The moon"></p>]]></text><file name="moon.png" path="/" encoding="base64">${picture}</file></questiontext><defaultgrade>2</defaultgrade><single>true</single><answer fraction="100"><text>New</text></answer><answer fraction="0"><text>Half</text></answer></question>
<question type="calculated"><name><text>Sum</text></name><questiontext format="html"><text>How much is {a}?</text></questiontext><answer fraction="100"><text>{a}</text></answer></question>
</quiz>`

const ended = async (person: Person, id: string) => {
  const read = () => person.call('GET /api/tasks/:id', { params: { id } })
  await until(async () => (await read()).state !== 'running')
  return await read()
}

beforeAll(async () => {
  school = await newSchool()
  ;[teacher, student] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
  const course = (await teacher.call('POST /api/course', { body: { name: 'Marine Biology' } })).id
  bank = (await teacher.call('POST /api/banks', { body: { title: 'Ocean', course_id: course } })).id
})

test('a look at a file says what would become of each question', async () => {
  const { format, items, counts } = await teacher.call('POST /api/question-imports/preview', {
    body: { name: 'ocean.xml', content: encoded(moodle) },
  })
  expect([format, counts]).toEqual(['moodle_xml', { imported: 2, converted: 1, skipped: 0 }])
  expect(items.map(({ title, type, outcome, code, folder, points, about }) => [title, type, outcome, code, folder, points, about])).toEqual(
    [
      ['Read', 'stimulus', 'imported', null, ['Ocean', 'Tides'], '1', null],
      ['Moon', 'single', 'imported', null, ['Ocean', 'Tides'], '2', 0],
      ['Sum', 'essay', 'converted', 'questionImport.keptAsText', ['Ocean', 'Tides'], '1', null],
    ],
  )
})

test('an import makes folders, pictures and questions; an export has them again', async () => {
  const { task } = await teacher.call('POST /api/question-imports', {
    body: { name: 'ocean.xml', content: encoded(moodle), bank_id: bank },
  })
  expect(await ended(teacher, task)).toMatchObject({ state: 'finished', result: { imported: 2, converted: 1, skipped: 0 } })
  const { items } = await teacher.call('GET /api/banks/:id/questions', { params: { id: bank }, query: {} })
  expect(items.map(({ title, type, points }) => [title, type, points]).toSorted()).toEqual([
    ['Moon', 'single', '2'],
    ['Read', 'stimulus', '1'],
    ['Sum', 'essay', '1'],
  ])
  const moon = await teacher.call('GET /api/questions/:id', { params: { id: items.find(({ title }) => title === 'Moon')!.id } })
  expect(moon.stimulus_id).toBe(items.find(({ title }) => title === 'Read')!.id)
  expect(moon.stem).toMatch(/<img[^>]*data-upload="[0-9a-f-]{36}"/)
  const { folders } = await teacher.call('GET /api/banks/:id', { params: { id: bank } })
  expect(folders.map(({ title }) => title).toSorted()).toEqual(['Ocean', 'Tides'])
  const made = await teacher.call('GET /api/question-imports/:id/items', { params: { id: task }, query: {} })
  expect(made.items.map(({ title, outcome, id }) => [title, outcome, typeof id])).toEqual([
    ['Read', 'imported', 'string'],
    ['Moon', 'imported', 'string'],
    ['Sum', 'converted', 'string'],
  ])

  // with the text that they are about
  const ids = items.flatMap(({ id, type }) => (type === 'stimulus' ? [] : [id]))
  const { task: out } = await teacher.call('POST /api/question-exports', { body: { bank_id: bank, ids, format: 'moodle_xml' } })
  expect(await ended(teacher, out)).toMatchObject({ state: 'finished', result: { questions: 3, left: 0 } })
  const file = await teacher.call('GET /api/question-exports/:id/file', { params: { id: out } })
  const text = Buffer.from(file.content, 'base64').toString()
  expect(file.name).toBe('Ocean.xml')
  expect(text).toContain('<file name="1-moon.png"')
  expect(text).toContain('$course$/top/Ocean/Tides')
  expect(text).toContain('<about_text>t1</about_text>')
  expect((await student.call('GET /api/question-imports/:id/items', { params: { id: task }, query: {} })).items).toEqual([])
  await expect(student.call('GET /api/question-exports/:id/file', { params: { id: out } })).rejects.toMatchObject({ status: 409 })
})

test('a person who may not change the bank imports nothing, and no session of the work is left', async () => {
  const { task } = await student.call('POST /api/question-imports', {
    body: { name: 'a.gift', content: encoded('Tides follow the moon.{T}'), bank_id: bank },
  })
  expect(await ended(student, task)).toMatchObject({ state: 'failed', error: { code: 'questionImport.rightsChanged' } })
  await until(async () => (await student.call('GET /api/user/sessions')).sessions.every(({ kind }) => kind === 'person'))
})

test('a question that the bank refuses is kept as text with its answers, and named, before and after it is imported', async () => {
  const text = 'Which is salt?\nA) Sea\nB) Sea\nANSWER: A\n\nWhich is fresh?\nA) Sea\nB) Lake\nANSWER: B\n'
  const file = { name: 'twice.txt', content: encoded(text), format: 'aiken' as const, bank_id: bank }
  const foreseen = await teacher.call('POST /api/question-imports/preview', { body: file })
  expect(foreseen.items.map(({ type, notes }) => [type, ...notes.map(({ code }) => code)])).toEqual([
    ['essay', 'questionImport.keptIncomplete'],
    ['single'],
  ])
  await expect(student.call('POST /api/question-imports/preview', { body: file })).rejects.toMatchObject({ status: 403 })
  const elsewhere = teacher.call('POST /api/question-imports/preview', { body: { ...file, bank_id: randomUUID() } })
  await expect(elsewhere).rejects.toMatchObject({ status: 404 })
  const odd = { name: 'odd.gift', content: encoded(`Tides\0 follow the moon.{T}\n\n${'deep '.repeat(200_000)}{T}`), bank_id: bank }
  const longest = await teacher.call('POST /api/question-imports/preview', { body: odd })
  expect(longest.items.map(({ outcome, params }) => [outcome, (params as { field?: string }).field])).toEqual([
    ['imported', undefined],
    ['skipped', 'stem'],
  ])
  const { task: some } = await teacher.call('POST /api/question-imports', { body: odd })
  expect(await ended(teacher, some)).toMatchObject({ state: 'finished', result: { imported: 1, converted: 0, skipped: 1 } })
  expect((await teacher.call('GET /api/user/sessions')).sessions.every(({ kind }) => kind === 'person')).toBe(true)
  const { task } = await teacher.call('POST /api/question-imports', { body: file })
  expect(await ended(teacher, task)).toMatchObject({ state: 'finished', result: { imported: 1, converted: 1, skipped: 0 } })
  const { items } = await teacher.call('GET /api/question-imports/:id/items', { params: { id: task }, query: {} })
  expect(items.map(({ title, type, code }) => [title, type, code])).toEqual([
    ['Which is salt?', 'essay', 'questionImport.keptIncomplete'],
    ['Which is fresh?', 'single', null],
  ])
  const { key } = await teacher.call('GET /api/questions/:id', { params: { id: items[0]!.id! } })
  expect(key).toEqual({ guide: '<p>100 %: Sea</p><p>Sea</p>' })
})
