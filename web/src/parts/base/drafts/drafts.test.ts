// Tests of drafts: a typed text reaches the store of this device also when the page is closed at once.
import { expect, test, vi } from 'vitest'
import { setScope } from '../../../client.ts'

const { put, page } = vi.hoisted(() => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  return { put: vi.fn(async (_store: string, _draft: { value: unknown }) => {}), page }
})
vi.mock('idb', () => ({ openDB: async () => ({ getAll: async () => [], put }) }))

test('the last typing is stored when the page is hidden, before its half second is over', async () => {
  const { storeDraft } = await import('./drafts.ts')
  setScope({ org: 'school', person: 'ana' })
  storeDraft('activity', 'tides', 'tab', { version: 1, base: {}, value: { title: 'Tides' } })
  page.dispatchEvent(new Event('visibilitychange'))
  expect(put).not.toHaveBeenCalled()
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(put.mock.calls[0]?.[1].value).toEqual({ title: 'Tides' }), { timeout: 300 })
})
