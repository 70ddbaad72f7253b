// Faults of pages: the count is whole, the texts are those of some sessions.
import { expect, test } from 'vitest'
import { isSampled, pageFaults, sampledShare } from './page-faults.ts'

const sessions = Array.from({ length: 5000 }, (_, nth) => `session ${nth}`)

test('a fifth of the sessions is sampled', () => {
  const share = sessions.filter(isSampled).length / sessions.length
  expect(Math.abs(share - sampledShare)).toBeLessThan(0.03)
})

test('every fault is counted, also beyond what the log takes; the log has the texts of sampled sessions, without queries', async () => {
  let counted = 0
  const lines: { page: { message: string }; at: string }[] = []
  let [logs, tooMuch, lookedUp] = [true, false, 0]
  const record = pageFaults({
    metrics: { count: (_name: string, _labels: object, by = 1) => void (counted += by) } as never,
    limitBytes: async () => {
      if (tooMuch) throw new Error('too many bytes')
    },
    mayLog: async () => {
      lookedUp++
      return logs
    },
  })
  const log = { warn: (line: object) => void lines.push(line as never) } as never
  const report = (session: string | undefined, message: string) =>
    record({ message, url: '/course/1/content?key=secret' }, { session, address: '203.0.113.7', log })
  const [sampled, other] = [sessions.find(isSampled)!, sessions.find((one) => !isSampled(one))!]
  for (const session of [sampled, other]) for (const nth of [1, 2, 3]) await report(session, `${session} ${nth}`)
  // sessions that are not sampled take no lines of the address
  expect([counted, lookedUp]).toEqual([6, 3])
  expect(lines.map(({ page }) => page.message)).toEqual([1, 2, 3].map((nth) => `${sampled} ${nth}`))
  expect(lines.every(({ at }) => at === '/course/1/content')).toBe(true)
  logs = false
  await report(sampled, 'once more')
  // before the sign-in the address decides
  await report(undefined, 'signed out')
  expect([counted, lines.length]).toEqual([8, 3])
  ;[logs, tooMuch] = [true, true]
  for (const session of [sampled, other]) await expect(report(session, 'at length')).rejects.toThrow('too many bytes')
  expect([counted, lines.length]).toEqual([10, 3])
})
