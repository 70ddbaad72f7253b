/** The chunk protocol of the block store: blocks of 4 MiB in order, each answered with a context, then one call that joins them. No DOM here: the transport is given. */
export const blockSize = 4 * 1024 * 1024

export type Contexts = string[]
export type BlockPorts = {
  /** POST {uploadUrl}/mkblk/{byteLength}?index=; the answer's ctx. Named by its index, a block whose answer was lost can be sent again. Throws `Refused` for a status. */
  mkblk: (bytes: Blob, index: number, token: string, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>
  /** POST {uploadUrl}/mkfile/{fileSize}, body: contexts joined by commas. */
  mkfile: (contexts: Contexts, token: string, signal: AbortSignal) => Promise<void>
  /** GET /api/uptoken?id= */
  token: (signal: AbortSignal) => Promise<string>
  /** Keeps the contexts so that the upload can go on after a pause, a closed tab or a lost line. */
  keep: (contexts: Contexts) => Promise<void>
  sent: (bytes: number) => void
  /** Waits before the next attempt. */
  pause: (attempt: number, signal: AbortSignal) => Promise<void>
}

/** An answer that is not a success. 0: no answer at all (line lost). */
export class Refused extends Error {
  status: number
  code: string
  constructor(status: number, code = '') {
    super(code || `status ${status}`)
    this.status = status
    this.code = code
  }
}

export const blockCount = (size: number): number => Math.max(1, Math.ceil(size / blockSize))
const passing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500

/** Sends what is not yet there and joins it. `done` are the contexts of blocks that the store already holds, from the first on. A 401 gets a new token and sends the same block again; a lost line
 *  or a busy store is tried again up to `attempts` times per block; a 412 or 404 of mkfile (the store no longer knows the contexts) starts from the first block once. */
export async function sendBlocks(file: Blob, done: Contexts, ports: BlockPorts, signal: AbortSignal, attempts = 5): Promise<void> {
  let token = await ports.token(signal)
  const contexts = [...done]
  const total = blockCount(file.size)

  async function again<T>(act: () => Promise<T>): Promise<T> {
    let refreshed = 0
    for (let attempt = 1; ; attempt++) {
      try {
        return await act()
      } catch (error) {
        if (signal.aborted || !(error instanceof Refused)) throw error
        if (error.status === 401 && refreshed++ < 2) token = await ports.token(signal)
        else if (passing(error.status) && attempt < attempts) await ports.pause(attempt, signal)
        else throw error
      }
    }
  }

  async function blocks() {
    for (let index = contexts.length; index < total; index++) {
      signal.throwIfAborted()
      const from = index * blockSize
      const block = file.slice(from, Math.min(from + blockSize, file.size))
      ports.sent(from)
      contexts.push(await again(() => ports.mkblk(block, index, token, (bytes) => ports.sent(from + bytes), signal)))
      await ports.keep(contexts)
    }
    ports.sent(file.size)
    await again(() => ports.mkfile(contexts, token, signal))
  }

  try {
    await blocks()
  } catch (error) {
    if (!(error instanceof Refused) || ![404, 410, 412].includes(error.status) || done.length === 0) throw error
    contexts.length = 0
    await ports.keep(contexts)
    await blocks()
  }
}
