// How many pages a PDF has, without a PDF library: its page tree says so, in the open or in a compressed object stream. Pure.
import { inflateSync } from 'node:zlib'

/** The most one object stream may grow to. */
const largestStream = 16 * 1024 * 1024

/** undefined where it does not say (encrypted, broken, not a PDF). */
export function pagesOfPdf(file: Uint8Array): number | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return
  const most = [countsIn(bytes.toString('latin1')), ...objectStreams(bytes).map(countsIn)].reduce((a, b) => Math.max(a, b), 0)
  return most > 0 && most < 1_000_000 ? most : undefined
}

/** The root of the tree counts all: the greatest count of any `/Type /Pages`. */
function countsIn(text: string): number {
  let most = 0
  for (const { index } of text.matchAll(/\/Type\s*\/Pages\b/g))
    for (const [, count] of dictionaryAround(text, index).matchAll(/\/Count\s+(\d{1,7})\b/g)) most = Math.max(most, Number(count))
  return most
}

/** The `<< … >>` that `index` lies in, other dictionaries in it included. */
function dictionaryAround(text: string, index: number): string {
  const reach = 500_000
  let depth = 0
  let from = index
  for (const least = Math.max(0, index - reach); from > least; from--) {
    if (text.startsWith('>>', from)) {
      depth++
      from--
    } else if (text.startsWith('<<', from) && depth-- === 0) break
  }
  depth = 0
  let to = index
  for (const most = Math.min(text.length, index + reach); to < most; to++) {
    if (text.startsWith('<<', to)) {
      depth++
      to++
    } else if (text.startsWith('>>', to)) {
      if (depth-- === 0) break
      to++
    }
  }
  return text.slice(from, to)
}

function objectStreams(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = bytes.indexOf('/ObjStm'); at >= 0; at = bytes.indexOf('/ObjStm', at + 7)) {
    const begin = bytes.indexOf('stream', at)
    if (begin < 0 || begin - at > 2000) continue
    const start = begin + 6 + (bytes[begin + 6] === 13 ? 2 : 1)
    const end = bytes.indexOf('endstream', start)
    if (end < 0) continue
    try {
      const text = inflateSync(bytes.subarray(start, end), { maxOutputLength: largestStream, finishFlush: 2 }).toString('latin1')
      if (text.includes('/Pages')) found.push(text)
    } catch {
      // another filter, or encrypted
    }
  }
  return found
}
