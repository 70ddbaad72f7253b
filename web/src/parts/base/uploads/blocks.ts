// The chunk protocol of the block store: blocks of 4 MiB in order, each answered with a context, then one call that joins them. No DOM here:
// the transport is a parameter.
export const blockSize = 4 * 1024 * 1024

export type Contexts = string[]
export type BlockPorts = {
  /** POST {uploadUrl}/mkblk/{byteLength}?index=; the answer's ctx. Named by its index, a block whose answer was lost can be sent again. Throws TransferError for an error status. */
  mkblk: (bytes: Blob, index: number, token: string, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>
  /** POST {uploadUrl}/mkfile/{fileSize}, body: contexts joined by commas. */
  mkfile: (contexts: Contexts, token: string, signal: AbortSignal) => Promise<void>
  /** GET /api/uptoken?id= */
  token: (signal: AbortSignal) => Promise<string>
  /** Stores the contexts, so that the upload can resume after a pause, a closed tab or a lost connection. */
  saveContexts: (contexts: Contexts) => Promise<void>
  /** Reports the bytes sent so far of the whole file. */
  onProgress: (bytes: number) => void
  /** Waits before the next attempt. */
  delay: (attempt: number, signal: AbortSignal) => Promise<void>
}

/** An answer with an error status; status 0: no answer at all (connection lost). */
export class TransferError extends Error {
  status: number
  code: string
  constructor(status: number, code = '') {
    super(code || `status ${status}`)
    this.status = status
    this.code = code
  }
}

export const blockCount = (size: number): number => Math.max(1, Math.ceil(size / blockSize))
const isTransient = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500

/** Sends the missing blocks and joins all. `storedContexts` are those of blocks that the store already holds, from the first on. A 401 gets a
 *  new token and repeats the block; a lost connection or a busy store is retried up to `attempts` times per block; 412, 410 or 404 of mkfile
 *  (the store has dropped the contexts) restarts from the first block once. Throws TransferError. */
export async function sendBlocks(
  file: Blob,
  storedContexts: Contexts,
  ports: BlockPorts,
  signal: AbortSignal,
  attempts = 5,
): Promise<void> {
  let token = await ports.token(signal)
  const contexts = [...storedContexts]
  const total = blockCount(file.size)

  async function withRetries<T>(step: () => Promise<T>): Promise<T> {
    let refreshes = 0
    for (let attempt = 1; ; attempt++) {
      try {
        return await step()
      } catch (error) {
        if (signal.aborted || !(error instanceof TransferError)) throw error
        if (error.status === 401 && refreshes++ < 2) token = await ports.token(signal)
        else if (isTransient(error.status) && attempt < attempts) await ports.delay(attempt, signal)
        else throw error
      }
    }
  }

  async function sendRest() {
    for (let index = contexts.length; index < total; index++) {
      signal.throwIfAborted()
      const start = index * blockSize
      const block = file.slice(start, Math.min(start + blockSize, file.size))
      ports.onProgress(start)
      contexts.push(await withRetries(() => ports.mkblk(block, index, token, (bytes) => ports.onProgress(start + bytes), signal)))
      await ports.saveContexts(contexts)
    }
    ports.onProgress(file.size)
    await withRetries(() => ports.mkfile(contexts, token, signal))
  }

  try {
    await sendRest()
  } catch (error) {
    if (!(error instanceof TransferError) || ![404, 410, 412].includes(error.status) || storedContexts.length === 0) throw error
    contexts.length = 0
    await ports.saveContexts(contexts)
    await sendRest()
  }
}
