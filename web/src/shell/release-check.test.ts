// Tests of the check for a new release: one answer is none, the second comes soon, and nothing is said during an upload.
import { beforeEach, expect, test, vi } from 'vitest'

const said: string[] = []
const world = { version: '1.0.0', uploads: 0 }
vi.mock('../client.ts', () => ({ call: async () => ({ version: world.version }) }))
vi.mock('../i18n.ts', () => ({ translate: (_: string, key: string) => key }))
vi.mock('../queries.ts', () => ({ queryClient: { getQueryData: () => ({ release: '1.0.0' }) } }))
vi.mock('../session/session.ts', () => ({ configQuery: { queryKey: [] } }))
vi.mock('../device/device-drafts.ts', () => ({ flushDrafts: async () => {} }))
vi.mock('../device/connection-state.ts', () => ({ connectionState: () => ({ uploads: world.uploads }) }))
vi.mock('../ui/dialogs/toast.tsx', () => ({ toast: ({ text }: { text: string }) => said.push(text) }))
vi.mock('react', () => ({ useEffect: (effect: () => void) => effect() }))

const minutes = (n: number) => vi.advanceTimersByTimeAsync(n * 60_000)
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  said.length = 0
  Object.assign(world, { version: '1.0.0', uploads: 0 })
  const { useReleaseCheck } = await import('./release-check.ts')
  useReleaseCheck()
  return () => vi.useRealTimers()
})

test('a new release is offered within ten minutes and thirty seconds, once', async () => {
  world.version = '1.1.0'
  await minutes(10)
  expect(said).toEqual([])
  await minutes(0.5)
  expect(said).toEqual(['newVersion'])
  await minutes(30)
  expect(said).toEqual(['newVersion'])
})

test('an answer that the next one does not repeat is none', async () => {
  world.version = '1.1.0'
  await minutes(10)
  world.version = '1.0.0'
  await minutes(1)
  expect(said).toEqual([])
})

test('it waits for the end of an upload, and no longer', async () => {
  Object.assign(world, { version: '1.1.0', uploads: 1 })
  await minutes(15)
  expect(said).toEqual([])
  world.uploads = 0
  await minutes(0.5)
  expect(said).toEqual(['newVersion'])
})
