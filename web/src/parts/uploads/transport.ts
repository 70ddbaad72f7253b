import { Refused } from './blocks.ts'

/** Bytes leave by XMLHttpRequest: fetch does not tell how much has been sent. No cookie goes along: a grant in the address or a token in a header opens the door. */
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
    const settled = () => signal.removeEventListener('abort', abort)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onSent(event.loaded))
    request.addEventListener('load', () => {
      settled()
      if (request.status >= 200 && request.status < 300) resolve({ status: request.status, body: request.responseText })
      else reject(new Refused(request.status, codeIn(request.responseText)))
    })
    request.addEventListener('error', () => {
      settled()
      reject(new Refused(0, 'upload.lineLost'))
    })
    request.addEventListener('abort', () => {
      settled()
      reject(new DOMException('aborted', 'AbortError'))
    })
    if (signal.aborted) return reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', abort, { once: true })
    request.send(bytes)
  })
}

/** Our own doors answer errors as JSON with a code; a store answers XML or nothing. */
function codeIn(body: string): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}

/** 0.5, 1, 2, 4 … at most 15 s, with a spread, so that a class room does not come back in step; without a line until it is back. */
export const wait = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const ms = Math.min(15_000, 500 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(resolve, ms)
    }
    if (navigator.onLine) begin()
    else window.addEventListener('online', begin, { once: true, signal })
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new DOMException('aborted', 'AbortError'))
      },
      { once: true },
    )
  })
