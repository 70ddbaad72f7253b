// Packages of QTI: a zip with a manifest, an item a file. Bounded before anything is unpacked.
import { refused } from '@lyceum/kit/calls/errors'
import { decode, detectEncoding } from '@lyceum/kit/text/encodings'
import { unzipSync } from 'fflate'

const limits = { files: 5000, bytes: 100 * 1024 ** 2, ratio: 200 }

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Names without the mark of UTF-8 come as bytes, one a letter: they are those of UTF-8 all the same, or of the language of their computer. */
function withReadNames<T>(files: [name: string, file: T][]): [string, T][] {
  const isOfBytes = (name: string) => /[\x80-\xff]/.test(name) && !/[^\0-\xff]/.test(name)
  const all = Buffer.from(files.flatMap(([name]) => (isOfBytes(name) ? [name] : [])).join('\n'), 'latin1')
  const encoding = all.length > 0 ? detectEncoding(all) : undefined
  return files.map(([name, file]) => [encoding && isOfBytes(name) ? decode(Buffer.from(name, 'latin1'), encoding) : name, file])
}

/** The files of a zip by their path. 400 questionImport.tooLarge beyond the limits, questionImport.broken for what cannot be unpacked. */
export function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let [files, total] = [0, 0]
  try {
    const unpacked = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        total += originalSize
        if (++files > limits.files || total > limits.bytes || originalSize > limits.ratio * Math.max(size, 1024))
          throw refused(400, 'questionImport.tooLarge')
        return !name.endsWith('/') && !name.split(/[\\/]/).includes('..') && !name.startsWith('/')
      },
    })
    return new Map(withReadNames(Object.entries(unpacked)))
  } catch (error) {
    if ((error as { code?: unknown }).code === 'questionImport.tooLarge') throw error
    throw refused(400, 'questionImport.broken')
  }
}
