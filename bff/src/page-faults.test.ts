// Faults of pages: the count is whole, the texts are those of some sessions.
import { expect, test } from 'vitest'
import { isSampled, pageFaults, sampledShare } from './page-faults.ts'

const sessions = Array.from({ length: 5000 }, (_, nth) => `session ${nth}`)

test('a fifth of the sessions is sampled, each wholly or not at all', () => {
  const share = sessions.filter(isSampled).length / sessions.length
  expect(Math.abs(share - sampledShare)).toBeLessThan(0.03)
  for (const session of sessions.slice(0, 50)) expect(isSampled(session)).toBe(isSampled(session))
})

test('every fault is counted, also beyond what the log takes; the log has the texts of sampled sessions, without queries', async () => {
  let counted = 0
  const lines: { page: { message: string }; at: string }[] = []
  let logs = true
  const record = pageFaults({
    metrics: { count: (_name: string, _labels: object, by = 1) => void (counted += by) } as never,
    mayLog: async () => logs,
  })
  const log = { warn: (line: object) => void lines.push(line as never) } as never
  const report = (session: string | undefined, message: string) =>
    record({ message, url: '/course/1/content?key=secret' }, { session, address: '203.0.113.7', log })
  const [sampled, other] = [sessions.find(isSampled)!, sessions.find((one) => !isSampled(one))!]
  for (const session of [sampled, other]) for (const nth of [1, 2, 3]) await report(session, `${session} ${nth}`)
  expect(counted).toBe(6)
  expect(lines.map(({ page }) => page.message)).toEqual([1, 2, 3].map((nth) => `${sampled} ${nth}`))
  expect(lines.every(({ at }) => at === '/course/1/content')).toBe(true)
  logs = false
  await report(sampled, 'once more')
  // before the sign-in the address decides
  await report(undefined, 'signed out')
  expect([counted, lines.length]).toEqual([8, 3])
})
