// Copies of running exams of a browser that several people use.
import { beforeEach, expect, test, vi } from 'vitest'
import { copyEntry, copyName } from '../device/exam-copies.ts'
import { endCopiesOfOthers, noteCopies } from './exam-copy-owner.ts'

let names: string[] = []
const keys = vi.fn(async () => names)
let until = 0
/** As the browser's own: its keys are the entries. */
const stored: Record<string, string> = Object.create({
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
})
beforeEach(() => {
  names = ['ana', 'ben'].map((person) => copyName({ person, activity: '7', attempt: person, build: 'index-1.js' }))
  until = Date.now() + 60_000
  keys.mockClear()
  for (const key of Object.keys(stored)) delete stored[key]
})
vi.stubGlobal('localStorage', stored)
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
  expect(Object.keys(stored)).toEqual([])
  names = [copyName({ person: 'ana', activity: '7', attempt: 'a', build: 'index-1.js' })]
  until = Date.now() + 60_000
  noteCopies()
  await endCopiesOfOthers(undefined)
  expect(people()).toEqual([])
})

test('with the sign-out go the logs that wait, with or without a copy', async () => {
  for (const key of ['lyceum-events-a', 'lyceum-lost-a', 'lyceum-left-a', 'lyceum.org']) stored[key] = '1'
  await endCopiesOfOthers('ana')
  expect(Object.keys(stored)).toHaveLength(4)
  await endCopiesOfOthers(undefined)
  expect(Object.keys(stored)).toEqual(['lyceum.org'])
})
