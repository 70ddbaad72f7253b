// First looks: made by the module of the page's build, of the answers that are there in time.
import { expect, test } from 'vitest'
import { type FirstLook, lookOf, readFirstLooks } from './first-looks.ts'

const reading = (bodies: Record<string, string>) => ({
  all: Promise.resolve({ org: 'o', of: [] }),
  bodyOf: async (call: string) => bodies[call],
})
const given = { lang: 'en', zone: 'UTC', query: {} }

test('the module of the build is read; without one, or with one that is broken, there is no first look', async () => {
  const { '/a': look } = await readFirstLooks("export const firstLooks = { '/a': { reads: [], html: ({ lang }) => `<h1>${lang}</h1>` } }")
  expect(await lookOf(look, reading({}), given)).toBe('<h1>en</h1>')
  expect(await readFirstLooks('half a fi')).toEqual({})
  expect(await readFirstLooks('export const other = 1')).toEqual({})
  expect(await lookOf(undefined, reading({}), given)).toBeUndefined()
})
test('it gets the answers of its reads, parsed; one that is missing is left to the page', async () => {
  const look: FirstLook = {
    reads: [{ call: 'GET /api/x' }, { call: 'GET /api/late' }],
    html: ({ answer }) => JSON.stringify([answer('GET /api/x'), answer('GET /api/late') ?? null]),
  }
  expect(await lookOf(look, reading({ 'GET /api/x': '{"name":"Tides"}', 'GET /api/other': '1' }), given)).toBe('[{"name":"Tides"},null]')
})
