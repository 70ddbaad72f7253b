// Tests of the drafts of two windows of the same thing: neither drops the other's, and the draft of a closed one is found.
import { expect, test, vi } from 'vitest'
import { setScope } from '../../../client.ts'
import type { Draft } from './drafts.ts'

const { stored } = vi.hoisted(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
  return { stored: new Map<string, Draft>() }
})
vi.mock('idb', () => ({
  openDB: async () => ({
    getAll: async () => [],
    getAllFromIndex: async () => [...stored.values()],
    put: async (_: string, draft: Draft) => stored.set(draft.key, structuredClone(draft)),
    delete: async (_: string, key: string) => stored.delete(key),
    transaction: () => ({
      store: { put: async (draft: Draft) => stored.set(draft.key, draft), delete: async (key: string) => stored.delete(key) },
      done: Promise.resolve(),
    }),
  }),
}))
const { openTabDraft } = await import('./tab-draft.ts')
const { flushDrafts } = await import('./drafts.ts')
const content = (value: string) => ({ version: 3, base: null, value })

test('a save in one window leaves what another one keeps', async () => {
  setScope({ org: 'school', person: 'ana' })
  const one = openTabDraft('marking', 'essay')
  const other = openTabDraft('marking', 'essay')
  await one.keep(content('of the first'))
  await other.keep(content('of the second'))
  await flushDrafts()
  await one.keep(undefined)
  expect([...stored.values()].map(({ value }) => value)).toEqual(['of the second'])
  // while the second window is open its draft is its own
  expect(await one.found()).toEqual([])
  await other.close()
  await vi.waitFor(async () => expect(await one.found()).toMatchObject([{ value: 'of the second', version: 3 }]))
  const [left] = await one.found()
  const mine = await one.adopt(left!)
  expect([...stored.keys()]).toEqual([mine.key])
  await one.makeRoom(mine)
  await one.keep(content('typed before it was found'))
  await flushDrafts()
  expect([...stored.values()].map(({ value }) => value).sort()).toEqual(['of the second', 'typed before it was found'])
  await one.close()
})
