// First looks: their reads, and the HTML that they make of answers.
import { expect, test } from 'vitest'
import { pages } from '../pages.ts'
import { type FirstLook, firstLooks } from './first-looks.ts'

const made = (look: FirstLook | undefined, answers: Record<string, unknown>, more: { zone?: string; query?: object } = {}) =>
  look?.html({ answer: (call) => answers[call] as never, lang: 'en', zone: more.zone, query: { ...more.query } })
const titles = (html: string | undefined) => [...(html ?? '').matchAll(/<span class="block[^"]*">([^<]*)</g)].map(([, title]) => title)

test.each(Object.entries(firstLooks))('%s: its contents come from reads of the page', (address, { reads }) => {
  expect(pages[address as keyof typeof firstLooks].reads).toEqual(expect.arrayContaining([...reads]))
})

test("the start page's is the day in the reader's zone, where that is known and the reader has a course", () => {
  const day = (zone: string | undefined, total = 1) =>
    /<h1[^>]*>([^<]*)</.exec(made(firstLooks['/user/index'], { 'GET /api/my-courses': { total } }, zone ? { zone } : {}) ?? '')?.[1]
  expect(day('Pacific/Kiritimati')).not.toBe(day('Pacific/Midway'))
  expect(day('UTC')).toMatch(/^\w+day \d+ \w+$/)
  expect([day(undefined), day('Mars/Base'), day('"><script>'), day('UTC', 0)]).toEqual([undefined, undefined, undefined, undefined])
})

const course = { name: 'OC 2', display_name: null, role: 'student', can: { teach: false }, simulating: null }
const activity = (id: string, more: object = {}) => ({
  id,
  title: id,
  type: 'page',
  uploads: [],
  points: null,
  module_id: null,
  sort: 1,
  my: { completed: false },
  ...more,
})
const content = {
  modules: [
    { id: 'm2', sort: 2 },
    { id: 'm1', sort: 1 },
  ],
  activities: [
    activity('later', { module_id: 'm2' }),
    activity('second', { module_id: 'm1', sort: 2 }),
    activity('first <b>&', { module_id: 'm1' }),
    activity('alone', { my: { completed: true } }),
  ],
}
const courseLook = (given: { course?: object; content?: object; bulletins?: object; query?: object } = {}) =>
  made(
    firstLooks['/course/:id/content'],
    {
      'GET /api/courses/:id': { ...course, ...given.course },
      ...(given.bulletins && { 'GET /api/courses/:id/current-bulletins': given.bulletins }),
      ...(given.content !== null && { 'GET /api/courses/:id/content': given.content ?? content }),
    },
    { query: given.query ?? {} },
  )

test("a course's has its title, escaped, and the titles of a student's activities in their order", () => {
  expect(courseLook({ course: { name: '<i>$& & Co' } })).toContain('>&lt;i>$&amp; &amp; Co</h1>')
  expect(courseLook({ course: { display_name: 'Tides' } })).toContain('>Tides</h1>')
  // what is done is collapsed, but not for who completes nothing
  expect(titles(courseLook())).toEqual(['first &lt;b>&amp;', 'second', 'later'])
  expect(titles(courseLook({ course: { role: null } }))).toEqual(['alone', 'first &lt;b>&amp;', 'second', 'later'])
})
test('bulletins stand above the content, a line each and one more where there are others; nothing where there is none', () => {
  const look = courseLook({ bulletins: { items: [{ title: 'Boat <i>' }], total: 4 } })
  expect([...look!.matchAll(/truncate">([^<]*)<\/span><\/div>/g)].map(([, title]) => title)).toEqual(['Boat &lt;i>', '&#160;'])
  const none = { bulletins: { items: [], total: 0 } }
  expect(courseLook(none)).toBe(courseLook())
})
test('no more rows than a screen holds', () => {
  const activities = Array.from({ length: 500 }, (_, at) => activity(`a${at}`, { sort: at }))
  expect(titles(courseLook({ content: { modules: [], activities } }))).toHaveLength(24)
})
test('the title alone for who teaches, for a list, without activities and without their answer; nothing without the course', () => {
  for (const given of [
    { course: { can: { teach: true } } },
    { course: { simulating: 'student' } },
    { query: { list: 'exams' } },
    { content: { modules: [], activities: [] } },
    { content: null as never },
  ]) {
    const look = courseLook(given)
    expect(look).toContain('>OC 2</h1>')
    expect(titles(look), JSON.stringify(given)).toEqual([])
  }
  expect(made(firstLooks['/course/:id/content'], {})).toBeUndefined()
})
