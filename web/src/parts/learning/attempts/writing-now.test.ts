// Tests of people who are taken out of a course while they write an exam: they are named, also among thousands, and a failed look is no "nobody".
import { expect, test, vi } from 'vitest'
import { setScope } from '../../../client.ts'
import { writingNow } from './writing-now.ts'

test('those of the chosen people, of everybody, and unknown where it cannot be read', async () => {
  setScope({ org: 'school', person: 'ana' })
  const people = Array.from({ length: 150 }, (_, n) => ({ id: `p${n}`, name: `Name ${n}` }))
  const answering = (status: number, body: object) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
  answering(200, { items: [{ activity_id: 'a', title: 'Tides', people }] })
  expect(await writingNow('c', new Set(['p149', 'other']))).toEqual([{ exam: 'Tides', names: ['Name 149'] }])
  expect(await writingNow('c', new Set(['other']))).toEqual([])
  expect((await writingNow('c', undefined))?.[0]?.names).toHaveLength(150)
  answering(403, { code: 'forbidden', message: '', params: {}, errors: {} })
  expect(await writingNow('c', new Set(['p1']))).toBeUndefined()
})
