// Tests of the pages in view: how long each has to be seen, and what is kept until the server has counted it.
import { describe, expect, test } from 'vitest'
import { createPageSession, type PageRanges } from './page-session.ts'

function reader(start: PageRanges = []) {
  let time = 0
  const reports: number[][] = []
  const left: number[][] = []
  const server = { down: false, over: false, counts: (pages: number[]): PageRanges => pages.map((page) => [page, page]) }
  const session = createPageSession(
    {
      report: async (pages) => {
        reports.push(pages)
        if (server.down || server.over) throw new Error(server.over ? 'over' : 'away')
        return server.counts(pages)
      },
      leave: (pages) => left.push(pages),
      now: () => time,
      isTransient: () => !server.over,
    },
    start,
  )
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 2; step++) {
      time += 500
      session.tick()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  return { session, reports, left, server, pass, sleep: (seconds: number) => (time += seconds * 1000) }
}

describe('a page', () => {
  test('is read after two seconds in view, whole or in parts, and reported once', async () => {
    const { session, reports, pass } = reader()
    session.show([1])
    await pass(1.5)
    session.show([2])
    await pass(1)
    session.show([1])
    await pass(0.5)
    expect(reports).toEqual([[1]])
    await pass(10)
    expect(reports).toEqual([[1]])
  })
  test('shares the time with the others in view', async () => {
    const { session, reports, pass } = reader()
    session.show([1, 2, 3])
    await pass(5.5)
    expect(reports).toEqual([])
    await pass(1)
    expect(reports).toEqual([[1, 2, 3]])
  })
  test('that counts already takes no time from the others', async () => {
    const { session, reports, pass } = reader([[1, 4]])
    session.show([4, 5])
    await pass(2)
    expect(reports).toEqual([[5]])
  })
  test('is not read while the device sleeps', async () => {
    const { session, reports, pass, sleep } = reader()
    session.show([1])
    sleep(3600)
    await pass(1.5)
    expect(reports).toEqual([])
  })
})

test('pages are kept without a connection, and those that the server left out are reported again', async () => {
  const { session, reports, server, pass } = reader()
  server.down = true
  session.show([1])
  await pass(2)
  session.show([2])
  await pass(2)
  server.down = false
  server.counts = () => [[1, 1]]
  await session.flush()
  expect(reports.at(-1)).toEqual([1, 2])
  server.counts = () => [[1, 2]]
  await session.flush()
  expect(reports.at(-1)).toEqual([2])
  const count = reports.length
  await session.flush()
  expect(reports).toHaveLength(count)
})

test('unreported reading is sent with the page that closes; nothing after the session is over', async () => {
  const { session, reports, left, server, pass } = reader()
  server.down = true
  session.show([7])
  await pass(3)
  session.leave()
  expect(left).toEqual([[7]])
  server.over = true
  await session.flush()
  const count = reports.length
  session.show([8])
  await pass(10)
  session.leave()
  expect([reports.length, left.length]).toEqual([count, 1])
})
