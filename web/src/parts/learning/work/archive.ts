// An archive made by the browser: file after file is read and packed while it is written, so that none is ever in memory as a whole.
import { makeZip } from 'client-zip'

export type Packed = { name: string; address: string }
type Sink = { write: (stream: ReadableStream<Uint8Array>) => Promise<void> }
type Picker = (options: { suggestedName: string; types: { accept: Record<string, string[]> }[] }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>
}>

/** The destination: a file that is chosen now, else the browser's downloads. Call it in the click; undefined: the choice was cancelled. */
export async function chooseSink(name: string): Promise<Sink | undefined> {
  const { showSaveFilePicker: pick } = window as unknown as { showSaveFilePicker?: Picker }
  if (pick && window.isSecureContext && !navigator.webdriver)
    try {
      const file = await pick.call(window, { suggestedName: name, types: [{ accept: { 'application/zip': ['.zip'] } }] })
      return { write: async (stream) => stream.pipeTo(await file.createWritable()) }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      // not permitted here: the downloads
    }
  return {
    write: async (stream) => {
      const blob = await new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob()
      const url = URL.createObjectURL(blob)
      Object.assign(document.createElement('a'), { href: url, download: name }).click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  }
}

/** Names the file that could not be read. */
export class FileUnread extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} could not be read`)
    this.file = file
  }
}

/** Also a refusal that stays one: 409. */
async function bytesOf({ name, address }: Packed, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(address, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
    })
    if (answer?.ok || answer?.status === 409) return answer
    if (attempt === 3) throw new FileUnread(name)
    await new Promise((done) => setTimeout(done, attempt * 500))
  }
}

/** `onFile` is told how many are packed. In the place of a file that is not shown stands why. Rejects with FileUnread; what is written by then is no archive. */
export function archiveOf(
  files: readonly Packed[],
  signal: AbortSignal,
  onFile: (packed: number) => void,
  textOf: (code: string) => string,
): ReadableStream<Uint8Array> {
  async function* entries() {
    for (const [at, file] of files.entries()) {
      const input = await bytesOf(file, signal)
      const lastModified = new Date()
      if (input.ok) yield { name: file.name, lastModified, input }
      else yield { name: `${file.name}.txt`, lastModified, input: textOf(((await input.json()) as { code: string }).code) }
      onFile(at + 1)
    }
  }
  return makeZip(entries())
}
