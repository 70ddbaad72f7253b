// Tests of my work in the cache of the page: once it is handed in, no read that began before brings its form back.
import { afterEach, expect, test, vi } from 'vitest'
import { query, queryClient } from '../../../queries.ts'
import type { Mine, MyVersion } from './work-state.ts'

vi.mock('../../base/drafts/autosave.ts', () => ({}))
vi.mock('../../base/drafts/use-draft.ts', () => ({}))
vi.mock('../../base/drafts/use-versions.tsx', () => ({}))
vi.mock('../../base/drafts/version-fields.ts', () => ({}))
const { keepReceipt } = await import('./use-my-work.ts')

afterEach(() => queryClient.clear())

test('a read under way when work is handed in does not replace the receipt', async () => {
  const { queryKey } = query('GET /api/activities/:id/my-submission', { params: { id: 'essay' } })
  const before = { state: 'draft', draft: { text: 'x' }, versions: [] } as unknown as Mine
  queryClient.setQueryData<Mine>(queryKey, before)
  let answer = (_: Mine): void => {}
  const queryFn = () => new Promise<Mine>((done) => (answer = done))
  const read = queryClient.fetchQuery<Mine>({ queryKey, queryFn, staleTime: 0, retry: false }).catch(() => undefined)
  await keepReceipt('essay', { n: 1 } as MyVersion)
  answer(before)
  await read
  expect(queryClient.getQueryData<Mine>(queryKey)).toMatchObject({ state: 'submitted', draft: null, versions: [{ n: 1 }] })
})
