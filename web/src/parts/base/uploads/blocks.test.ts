// Tests of files that are sent by blocks.
import { describe, expect, test } from 'vitest'
import { type BlockPorts, blockCount, blockSize, TransferError, sendBlocks } from './blocks.ts'

/** A block store that records its calls and refuses them by `refusals`: statuses by the number of the call. */
function blockStore(refusals: Record<number, (number | undefined)[]> = {}) {
  const log = {
    blocks: [] as { size: number; token: string }[],
    joined: [] as string[],
    tokens: 0,
    saved: [] as string[][],
    progress: [] as number[],
  }
  let call = 0
  const ports: BlockPorts = {
    mkblk: async (bytes, _index, token) => {
      const refusal = refusals[call]?.shift()
      if (refusal !== undefined) throw new TransferError(refusal)
      call++
      log.blocks.push({ size: bytes.size, token })
      return `ctx${log.blocks.length}`
    },
    mkfile: async (contexts) => {
      log.joined.push(contexts.join(','))
    },
    token: async () => `t${++log.tokens}`,
    saveContexts: async (contexts) => {
      log.saved.push([...contexts])
    },
    onProgress: (bytes) => log.progress.push(bytes),
    delay: async () => {},
  }
  return { log, ports }
}
const file = new Blob([new Uint8Array(blockSize * 2 + 10)])
const signal = () => new AbortController().signal

describe('sendBlocks', () => {
  test('sends blocks of 4 MiB in order and joins their contexts', async () => {
    const { log, ports } = blockStore()
    await sendBlocks(file, [], ports, signal())
    expect(log.blocks.map((block) => block.size)).toEqual([blockSize, blockSize, 10])
    expect(log.joined).toEqual(['ctx1,ctx2,ctx3'])
    expect(log.saved.at(-1)).toEqual(['ctx1', 'ctx2', 'ctx3'])
    expect(log.progress.at(-1)).toBe(file.size)
  })
  test('gets a new token after 401 and sends the same block again', async () => {
    const { log, ports } = blockStore({ 1: [401] })
    await sendBlocks(file, [], ports, signal())
    expect(log.blocks.map((block) => block.token)).toEqual(['t1', 't2', 't2'])
    expect(log.joined).toHaveLength(1)
  })
  test('gives up when the new token is refused too', async () => {
    const { ports } = blockStore({ 0: [401, 401, 401, 401] })
    await expect(sendBlocks(file, [], ports, signal())).rejects.toMatchObject({ status: 401 })
  })
  test('goes on after a lost line and a busy store', async () => {
    const { log, ports } = blockStore({ 1: [0, 503] })
    await sendBlocks(file, [], ports, signal())
    expect(log.blocks).toHaveLength(3)
  })
  test('takes up where an earlier session stopped', async () => {
    const { log, ports } = blockStore()
    await sendBlocks(file, ['old1', 'old2'], ports, signal())
    expect(log.blocks.map((block) => block.size)).toEqual([10])
    expect(log.joined).toEqual(['old1,old2,ctx1'])
  })
  test('starts again when the store no longer knows the contexts', async () => {
    const { log, ports } = blockStore()
    let first = true
    ports.mkfile = async (contexts) => {
      if (first) {
        first = false
        throw new TransferError(412, 'ctx.unknown')
      }
      log.joined.push(contexts.join(','))
    }
    await sendBlocks(file, ['old1', 'old2'], ports, signal())
    expect(log.joined).toEqual(['ctx2,ctx3,ctx4'])
  })
  test('stops between blocks when aborted', async () => {
    const { log, ports } = blockStore()
    const stop = new AbortController()
    ports.saveContexts = async () => stop.abort()
    await expect(sendBlocks(file, [], ports, stop.signal)).rejects.toThrow()
    expect(log.blocks).toHaveLength(1)
  })
  test('fails at once on a final refusal', async () => {
    const { log, ports } = blockStore({ 0: [413] })
    await expect(sendBlocks(file, [], ports, signal())).rejects.toMatchObject({ status: 413 })
    expect(log.blocks).toHaveLength(0)
  })
  test('counts blocks', () => expect([1, blockSize, blockSize + 1].map(blockCount)).toEqual([1, 1, 2]))
})
