// The joined search: each part of its service, and a service that does not answer.
import { callsFor } from '@lyceum/kit/calls/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
const asked: { method: string; url: string; body?: unknown }[] = []
let away = ''
const page = (item: object) => ({ items: [item], page: 1, page_size: 5, pages: 1, total: 1, start: 1, end: 1 })
const file = {
  id: 'f',
  name: 'Tides.pdf',
  type: 'document',
  size: 9,
  status: 'ready',
  is_folder: false,
  parent_id: null,
  course_id: null,
  course_name: null,
}
const person = { id: 'p', name: 'Maya', user_no: '1', avatar: '', courses: 1, course_id: 'c', course_name: 'Tides', role: 'student' }
const activity = {
  activity_id: 'a',
  course_id: 'c',
  course_name: 'Tides',
  type: 'page',
  title: 'Tide',
  published: true,
  course_published: true,
  available: true,
  excerpt: null,
}

const service = (name: string) => ({
  name,
  contracts: callsFor<never>()({}),
  transport: {
    send: async (request: { method: string; url: string; body?: unknown }) => {
      asked.push(request)
      if (away === name) throw new Error('away')
      const answer = request.url.startsWith('/api/my-files')
        ? page(file)
        : request.url.startsWith('/api/my-people')
          ? page(person)
          : request.url.startsWith('/api/my-activities')
            ? page(activity)
            : { ...page({}), items: [], total: 0 }
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
    },
    close: async () => {},
  },
})
beforeAll(async () => {
  bff = await testBff({ more: ['course', 'activity', 'upload'].map(service) })
})
afterAll(() => bff.close())
const search = (query: string, cookie?: string) =>
  bff.ask('GET', `/api/search?${query}`, { ...(cookie && { cookie }), headers: { 'request-scope': bff.org } })

test('every part of its own service; one that is away is named and the others stay', async () => {
  const cookie = await bff.signIn('S1')
  expect((await search('keyword=tide', cookie)).body).toMatchObject({
    courses: { total: 0 },
    activities: { items: [activity] },
    files: { items: [file] },
    people: { items: [person] },
    away: [],
  })
  expect(asked.find(({ method }) => method === 'POST')?.body).toBe('{"conditions":{"keyword":"tide"}}')
  away = 'upload'
  const { body } = await search('keyword=tide', cookie)
  expect([body.away, body.files, body.people.total]).toEqual([['files'], undefined, 1])
  expect((await search('keyword=tide&part=files', cookie)).status).toBe(503)
  away = ''
})
test('one part page by page; 400 without a keyword, 401 without a session', async () => {
  const cookie = await bff.signIn('S1')
  asked.length = 0
  expect(Object.keys((await search('keyword=tide&part=people&page=2&page_size=20', cookie)).body).toSorted()).toEqual(['away', 'people'])
  expect(asked.map(({ url }) => url)).toEqual(['/api/my-people?keyword=tide&page=2&page_size=20'])
  expect([
    (await search('', cookie)).status,
    (await search('keyword=a&part=moon', cookie)).status,
    (await search('keyword=a')).status,
  ]).toEqual([400, 400, 401])
})
