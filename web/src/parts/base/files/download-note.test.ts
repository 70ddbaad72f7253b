// Test of what is said when a file's download cannot be switched.
import { expect, test, vi } from 'vitest'

const { toast, call } = vi.hoisted(() => ({ toast: vi.fn(), call: vi.fn() }))
vi.mock('../../../i18n.ts', () => ({ useTexts: () => String }))
vi.mock('../../../client.ts', () => ({ call }))
vi.mock('../../../queries.ts', () => ({ invalidate: () => {} }))
vi.mock('../../../ui/dialogs/toast.tsx', () => ({ toast }))
vi.mock('../../../ui/button.tsx', () => ({}))
vi.mock('../errors/problem-text.ts', () => ({ problemText: (error: Error) => error.message }))
vi.mock('../uploads/upload-rules.ts', () => ({}))
vi.mock('./files-query.ts', () => ({ filesCalls: [] }))
const { allowDownload } = await import('./download-note.tsx')

test('a download that could not be switched is said', async () => {
  call.mockRejectedValue(new Error('no connection'))
  expect(await allowDownload({ id: 'a' }, true)).toBe(false)
  expect(toast).toHaveBeenCalledWith({ text: 'no connection', error: true })
})
