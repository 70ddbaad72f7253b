// Tests of class mode without a browser: one's own group first, claims to look at, the roll call in a QR text, addresses of scans, the list of tools.
import { afterEach, expect, test, vi } from 'vitest'
import { toBrowserAddress, toRouterAddress } from '../../address.ts'
import { paths } from '../../paths.ts'
import english from '../../i18n/en/inclass.json' with { type: 'json' }
import { noteServerTime } from '../../parts/learning/attempts/server-clock.ts'
import { secondsLeft } from './clock.ts'
import { ownFirst } from './groups/own-first.ts'
import type { BoardPerson } from './queries.ts'
import { callIn } from './roll-call/claim.ts'
import { called, doubted } from './roll-call/doubted.ts'
import { toolOf, tools } from './tools.ts'

const person = (id: string, fields: Partial<BoardPerson> = {}): BoardPerson => ({
  person: { id, name: id, user_no: '', avatar: '' },
  here: true,
  first_at: null,
  seen_at: null,
  hand_at: null,
  picked: 0,
  state: 'present',
  way: 'number',
  at: null,
  doubts: [],
  asked: false,
  seen: false,
  ...fields,
})
const ids = (people: readonly BoardPerson[]) => people.map(({ person: { id } }) => id)

afterEach(() => {
  vi.useRealTimers()
})

test('a phone whose clock is an hour off counts the seconds of the server', () => {
  for (const phone of ['2026-03-02T10:00:00.000Z', '2026-03-02T08:00:00.000Z']) {
    vi.useFakeTimers({ now: Date.parse(phone), toFake: ['Date', 'performance'] })
    noteServerTime('2026-03-02T09:00:00.000Z')
    vi.advanceTimersByTime(20_000)
    expect(secondsLeft('2026-03-02T09:01:00.000Z')).toBe(40)
    expect(secondsLeft('2026-03-02T09:00:10.000Z')).toBe(0)
  }
})

test('one’s own group comes first, the others as they are numbered', () => {
  const groups = ['1', '2', '3'].map((name) => ({ name, people: [{ id: `p${name}` }] }))
  expect(ownFirst(groups, 'p3').map(({ name, isMine }) => [name, isMine])).toEqual([
    ['3', true],
    ['1', false],
    ['2', false],
  ])
  expect(ownFirst(groups, 'elsewhere').every(({ isMine }) => !isMine)).toBe(true)
})

test('doubts are those nobody has looked at, a network alone last; a struck claim is none', () => {
  const people = [
    person('network', { doubts: ['network'] }),
    person('device', { doubts: ['device', 'network'] }),
    person('seen', { doubts: ['device'], seen: true }),
    person('struck', { doubts: ['device'], state: 'absent' }),
    person('fine'),
  ]
  expect(ids(doubted(people))).toEqual(['device', 'network'])
})

test('people of the spot check stay until somebody has looked', () => {
  expect(ids(called([person('now', { asked: true }), person('looked', { asked: true, seen: true }), person('other')]))).toEqual(['now'])
})

test('a scanned address has its code behind the hash, never in front of it, where servers would note it', () => {
  const qr = '0193e6a1-2b4c-7d5e-8f60-718293a4b5c6.12.aaaaaaaaaaaaaaaaaaaaaa'
  const address = paths.scannedClass('c1', qr)
  expect(address).toBe(`/inclass/courses/c1#/r/${qr}`)
  expect(toBrowserAddress(toRouterAddress(address))).toBe(address)
  expect(callIn(qr)).toBe('0193e6a1-2b4c-7d5e-8f60-718293a4b5c6')
})

test('each tool has its text, and is found by its name', () => {
  for (const tool of tools) {
    expect(Object.keys(english)).toContain(`tool.${tool.id}`)
    expect(toolOf(tool.id)).toBe(tool)
  }
  expect(toolOf('slide')).toBeUndefined()
})
