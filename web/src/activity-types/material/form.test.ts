// Tests of the form of a material: what becomes of the download of its files.
import { expect, test, vi } from 'vitest'

const { call } = vi.hoisted(() => ({ call: vi.fn(async () => ({})) }))
vi.mock('../../client.ts', () => ({ call }))
vi.mock('../../i18n.ts', () => ({ useTexts: () => String }))
vi.mock('../../parts/learning/forms/description-field.tsx', () => ({ DescriptionField: () => null }))
const { default: form } = await import('./form.tsx')

type FormActivity = Parameters<typeof form.of>[0]
const of = (...allowed: boolean[]) => form.of({ uploads: allowed.map((allow_download) => ({ allow_download })), body: '' } as FormActivity)

test('a new file is downloaded as the one before it; nobody decides over one that cannot be shown', async () => {
  await form.prepare?.(form.fresh, ['a'])
  await form.prepare?.(of(true), ['b'])
  expect(call.mock.calls.map(([, input]: unknown[]) => input)).toEqual(
    ['a', 'b'].map((id) => ({ params: { id }, body: { allow_download: true } })),
  )
  call.mockClear()
  await form.prepare?.(of(false), ['slides.pptx'])
  await form.prepare?.({ ...form.fresh, download: false }, ['kept back'])
  expect(call.mock.calls).toEqual([['PUT /api/uploads/:id', { params: { id: 'kept back' }, body: { allow_download: false } }]])
})
