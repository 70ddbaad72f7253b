// Sending of bytes by XMLHttpRequest, because fetch reports no upload progress, and the delays between attempts.
import { connectionState, watchConnection } from '../../../device/connection-state.ts'
import { TransferError } from './blocks.ts'

/** Sends bytes without cookies; a grant in the address or a token in a header authorises the request. Throws TransferError, or AbortError. */
export function send(
  method: 'PUT' | 'POST',
  url: string,
  bytes: Blob | string,
  headers: Record<string, string>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const stopListening = () => signal.removeEventListener('abort', abort)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onSent(event.loaded))
    request.addEventListener('load', () => {
      stopListening()
      if (request.status >= 200 && request.status < 300) resolve({ status: request.status, body: request.responseText })
      else reject(new TransferError(request.status, codeIn(request.responseText)))
    })
    request.addEventListener('error', () => {
      stopListening()
      reject(new TransferError(0, 'upload.lineLost'))
    })
    request.addEventListener('abort', () => {
      stopListening()
      reject(new DOMException('aborted', 'AbortError'))
    })
    if (signal.aborted) return reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', abort, { once: true })
    request.send(bytes)
  })
}

/** The code in an error's body: the BFF and the services answer JSON with a code, a store answers XML or nothing. */
function codeIn(body: string): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}

/** Waits 0.5, 1, 2, 4 … at most 15 s, spread so that a classroom does not retry in step; offline until the connection returns. */
export const wait = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const ms = Math.min(15_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(resolve, ms)
    }
    let stop = () => {}
    const startOnline = () => {
      if (connectionState().offline) return
      stop()
      start()
    }
    const unwatch = watchConnection(startOnline)
    stop = () => void unwatch()
    startOnline()
    signal.addEventListener(
      'abort',
      () => {
        stop()
        clearTimeout(timer)
        reject(new DOMException('aborted', 'AbortError'))
      },
      { once: true },
    )
  })
