// Files on their way into a text whose editor is closed before they arrive.
import type { Editor } from '@tiptap/core'
import { expect, test, vi } from 'vitest'
import { createIncomings } from './editor-uploads.ts'

test('a picture is kept for its editor, and for none that is gone', async () => {
  const onArrived = vi.fn()
  const arrive = async (isDestroyed: boolean) => {
    const chain = { focus: () => chain, insertContent: () => chain, run: () => true }
    const editor = { isDestroyed, chain: () => chain, state: { doc: { descendants: () => {} }, tr: {} } }
    const incomings = createIncomings({ upload: async () => 'upload', texts: vi.fn(), onArrived, onCount: () => {} })
    incomings.attach(editor as unknown as Editor)
    incomings.add([new File([''], 'marsh.png', { type: 'image/png' })])
    await new Promise((done) => setTimeout(done))
  }
  await arrive(false)
  expect(onArrived).toHaveBeenCalledOnce()
  await arrive(true)
  expect(onArrived).toHaveBeenCalledOnce()
})
