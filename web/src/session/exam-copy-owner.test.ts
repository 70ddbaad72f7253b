// Copies of running exams of a browser that several people use.
import { beforeEach, expect, test, vi } from 'vitest'
import { copyEntry, copyName } from '../device/exam-copies.ts'
import { endCopiesOfOthers, noteCopies } from './exam-copy-owner.ts'

let names: string[] = []
const keys = vi.fn(async () => names)
let until = 0
const stored = new Map<string, string>()
beforeEach(() => {
  names = ['ana', 'ben'].map((person) => copyName({ person, activity: '7', attempt: person, build: 'index-1.js' }))
  until = Date.now() + 60_000
  keys.mockClear()
  stored.clear()
})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [] } })
vi.stubGlobal('caches', {
  keys,
  open: async () => ({ match: async (entry: string) => (entry === copyEntry.head ? Response.json({ until }) : undefined) }),
  delete: async (name: string) => {
    names = names.filter((one) => one !== name)
    return true
  },
})
const people = () => names.map((name) => name.split('|')[1])

test('the copies of others go with a new person, all of them with the sign-out, and old ones with their time', async () => {
  await endCopiesOfOthers('ana')
  expect(keys).not.toHaveBeenCalled()
  noteCopies()
  await endCopiesOfOthers('ana')
  expect(people()).toEqual(['ana'])
  until = Date.now() - 1
  await endCopiesOfOthers('ana')
  expect(people()).toEqual([])
  names = [copyName({ person: 'ana', activity: '7', attempt: 'a', build: 'index-1.js' })]
  until = Date.now() + 60_000
  await endCopiesOfOthers(undefined)
  expect(people()).toEqual([])
})
