// A ZIP archive that is written to a file piece by piece, so that no table stands in memory whole.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate } from 'fflate'

export type ZipFile = {
  /** Adds a file: its pieces in their order. */
  add(name: string, pieces: AsyncIterable<string>): Promise<void>
  end(): Promise<void>
}

export function zipFile(path: string): ZipFile {
  const out = createWriteStream(path)
  let failure: Error | undefined
  out.on('error', (error) => (failure = error))
  const zip = new Zip((error, data, isLast) => {
    if (error) failure = error
    else if (data.length > 0) out.write(data)
    if (isLast) out.end()
  })
  const check = () => {
    if (failure) throw failure
  }
  return {
    async add(name, pieces) {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      for await (const piece of pieces) {
        file.push(Buffer.from(piece))
        check()
        if (out.writableNeedDrain) await once(out, 'drain')
      }
      file.push(new Uint8Array(0), true)
      check()
    },
    async end() {
      zip.end()
      await finished(out)
      check()
    },
  }
}
