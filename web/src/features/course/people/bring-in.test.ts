// Tests of the filling of a group chat.
import { expect, it } from 'vitest'
import { bringIn } from './bring-in.ts'

const tooFew = new Error('too few')
/** A chat of those whom the messenger knows: made of two of them at least. */
function messenger(pages: readonly (readonly string[])[]) {
  const chat: string[] = []
  const shares: number[] = []
  const result = bringIn({
    read: async (page) => ({ people: pages[page - 1] ?? [], pages: pages.length }),
    add: async (people) => {
      const known = people.filter((one) => !one.startsWith('?'))
      if (chat.length === 0 && known.length < 2) throw tooFew
      chat.push(...known)
      return 'chat'
    },
    isTooFew: (failure) => failure === tooFew,
    onShare: (share) => shares.push(share),
  })
  return { chat, shares, result }
}

it('a page of too few is added to the chat that a later page makes', async () => {
  const { chat, shares, result } = messenger([['a', '?b'], ['?c'], ['d', 'e']])
  expect(await result).toBe('chat')
  expect(chat).toEqual(['d', 'e', 'a'])
  expect(shares).toEqual([1 / 3, 2 / 3, 1])
})
it('too few on all pages are refused', async () => {
  await expect(messenger([['a'], ['?b']]).result).rejects.toBe(tooFew)
})
it('a course without members gets no chat', async () => {
  const { chat, result } = messenger([])
  expect(await result).toBeUndefined()
  expect(chat).toEqual([])
})
it('another failure ends it', async () => {
  const failure = new Error('down')
  const broken = bringIn({
    read: async () => ({ people: ['a'], pages: 2 }),
    add: () => Promise.reject(failure),
    isTooFew: () => false,
    onShare: () => undefined,
  })
  await expect(broken).rejects.toBe(failure)
})
