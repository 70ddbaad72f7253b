// Tests of messages: the key of one that is sent again, and the people of a list to whom one goes.
import { beforeEach, expect, test, vi } from 'vitest'

const keys: unknown[] = []
let lost = false
vi.mock('../../../client.ts', () => ({
  newKey: () => `key ${Math.random()}`,
  call: async (_: string, { key }: { key: string }) => {
    keys.push(key)
    if (lost) throw new Error('no answer')
  },
}))
vi.mock('../../../queries.ts', () => ({ invalidate: async () => {}, query: () => ({}) }))
const { messageSender, messageTo } = await import('./queries.ts')

beforeEach(() => {
  keys.length = 0
  lost = false
})

const ann = { id: 'ann', name: 'Ann' }
test('a message whose answer was lost goes again under its key; another text is another message', async () => {
  const send = messageSender('c1')
  lost = true
  await expect(send('Bring boots', [ann])).rejects.toThrow('no answer')
  lost = false
  await send('Bring boots', [ann])
  await send('Bring boots and a hat', [ann])
  await messageSender('c1')('Bring boots and a hat', [ann])
  expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 3])
})

/** The number of people of everything in a list of so many, without the first of them; the pages that were read. */
async function ofEverything(total: number, without: number): Promise<[number, number]> {
  const all = Array.from({ length: total }, (_, nth) => ({ id: `p${nth}`, name: '' }))
  let read = 0
  const list = {
    find: '',
    filters: {},
    readPage: async (page: number, size: number) => {
      read = Math.max(read, page)
      return { items: all.slice((page - 1) * size, page * size), pages: Math.ceil(total / size) }
    },
  }
  const selection = { everything: true, rows: [], except: all.slice(0, without) }
  const people = await messageTo(
    list,
    ({ id }: { id: string }) => id,
    (rows) => rows as typeof all,
    selection,
  ).people()
  return [people.length, read]
}
test('everything but some has all others; of too many there is one more than go, even without the one who writes', async () => {
  expect(await ofEverything(0, 0)).toEqual([0, 1])
  expect(await ofEverything(500, 0)).toEqual([500, 5])
  expect(await ofEverything(760, 260)).toEqual([500, 8])
  // 501 of the first 600 rows: with the writer among them they would be 500
  expect(await ofEverything(800, 99)).toEqual([601, 7])
  expect(await ofEverything(5000, 0)).toEqual([600, 6])
})
