import { describe, expect, test } from 'vitest'
import { type BlockPorts, blockCount, blockSize, Refused, sendBlocks } from './blocks.ts'

/** A store that holds what it was given, and refuses as it is told. */
function store(refusals: Record<number, (number | undefined)[]> = {}) {
  const seen = {
    blocks: [] as { size: number; token: string }[],
    made: [] as string[],
    tokens: 0,
    kept: [] as string[][],
    sent: [] as number[],
  }
  let call = 0
  const ports: BlockPorts = {
    mkblk: async (bytes, _index, token) => {
      const refusal = refusals[call]?.shift()
      if (refusal !== undefined) throw new Refused(refusal)
      call++
      seen.blocks.push({ size: bytes.size, token })
      return `ctx${seen.blocks.length}`
    },
    mkfile: async (contexts) => {
      seen.made.push(contexts.join(','))
    },
    token: async () => `t${++seen.tokens}`,
    keep: async (contexts) => {
      seen.kept.push([...contexts])
    },
    sent: (bytes) => seen.sent.push(bytes),
    pause: async () => {},
  }
  return { seen, ports }
}
const file = new Blob([new Uint8Array(blockSize * 2 + 10)])
const signal = () => new AbortController().signal

describe('sendBlocks', () => {
  test('sends blocks of 4 MiB in order and joins their contexts', async () => {
    const { seen, ports } = store()
    await sendBlocks(file, [], ports, signal())
    expect(seen.blocks.map((block) => block.size)).toEqual([blockSize, blockSize, 10])
    expect(seen.made).toEqual(['ctx1,ctx2,ctx3'])
    expect(seen.kept.at(-1)).toEqual(['ctx1', 'ctx2', 'ctx3'])
    expect(seen.sent.at(-1)).toBe(file.size)
  })
  test('gets a new token after 401 and sends the same block again', async () => {
    const { seen, ports } = store({ 1: [401] })
    await sendBlocks(file, [], ports, signal())
    expect(seen.blocks.map((block) => block.token)).toEqual(['t1', 't2', 't2'])
    expect(seen.made).toHaveLength(1)
  })
  test('gives up when the new token is refused too', async () => {
    const { ports } = store({ 0: [401, 401, 401, 401] })
    await expect(sendBlocks(file, [], ports, signal())).rejects.toMatchObject({ status: 401 })
  })
  test('goes on after a lost line and a busy store', async () => {
    const { seen, ports } = store({ 1: [0, 503] })
    await sendBlocks(file, [], ports, signal())
    expect(seen.blocks).toHaveLength(3)
  })
  test('takes up where an earlier session stopped', async () => {
    const { seen, ports } = store()
    await sendBlocks(file, ['old1', 'old2'], ports, signal())
    expect(seen.blocks.map((block) => block.size)).toEqual([10])
    expect(seen.made).toEqual(['old1,old2,ctx1'])
  })
  test('starts again when the store no longer knows the contexts', async () => {
    const { seen, ports } = store()
    let first = true
    ports.mkfile = async (contexts) => {
      if (first) {
        first = false
        throw new Refused(412, 'ctx.unknown')
      }
      seen.made.push(contexts.join(','))
    }
    await sendBlocks(file, ['old1', 'old2'], ports, signal())
    expect(seen.made).toEqual(['ctx2,ctx3,ctx4'])
  })
  test('stops between blocks when aborted', async () => {
    const { seen, ports } = store()
    const stop = new AbortController()
    ports.keep = async () => stop.abort()
    await expect(sendBlocks(file, [], ports, stop.signal)).rejects.toThrow()
    expect(seen.blocks).toHaveLength(1)
  })
  test('fails at once on a final refusal', async () => {
    const { seen, ports } = store({ 0: [413] })
    await expect(sendBlocks(file, [], ports, signal())).rejects.toMatchObject({ status: 413 })
    expect(seen.blocks).toHaveLength(0)
  })
  test('counts blocks', () => expect([1, blockSize, blockSize + 1].map(blockCount)).toEqual([1, 1, 2]))
})
