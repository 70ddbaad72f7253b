// Worker that reads an office file: its page ends it when it takes too long.
import { ArchiveError, type ArchiveFault, type ArchiveLimits, pack, unpack } from './archive.ts'
import type { OfficeDocument } from './document-content.ts'
import type { Sheet } from './sheets.ts'

export type OfficeFormat = 'docx' | 'xlsx'
export type OfficeRequest = { format: OfficeFormat; bytes: Uint8Array<ArrayBuffer> }
export type OfficeContent = { document: OfficeDocument } | { sheets: Sheet[] }
export type OfficeAnswer = OfficeContent | { fault: ArchiveFault }

const mib = 1024 * 1024
/** Entries of the archive that a reader of each format needs: never programs, fonts or embedded files. */
const kept: Record<OfficeFormat, { limits: ArchiveLimits; name: RegExp }> = {
  docx: { limits: { entries: 3000, bytes: 64 * mib }, name: /^(?!.*\/(?:embeddings|fonts)\/).*\.(?:xml|rels|png|jpe?g|gif|webp|bmp)$/i },
  xlsx: { limits: { entries: 3000, bytes: 96 * mib }, name: /^(?!xl\/(?:drawings|charts|media|externalLinks)\/).*\.(?:xml|rels)$/i },
}
/** Of the XML of a document, whose tree takes many times its size. */
const maxDocumentXml = 24 * mib

async function read({ format, bytes }: OfficeRequest): Promise<OfficeContent> {
  const { limits, name } = kept[format]
  const files = await unpack(bytes, (entry) => name.test(entry), limits)
  if (format === 'xlsx') {
    const { readSheets } = await import('./sheets.ts')
    return { sheets: await readSheets(pack(files)) }
  }
  const xml = [...files].reduce((sum, [entry, file]) => sum + (/\.(?:xml|rels)$/i.test(entry) ? file.length : 0), 0)
  if (xml > maxDocumentXml) throw new ArchiveError('tooLarge')
  const { readDocument } = await import('./document.ts')
  return { document: await readDocument(pack(files)) }
}

self.onmessage = ({ data }: MessageEvent<OfficeRequest>) => {
  const answer = (content: OfficeAnswer, transfer: Transferable[] = []) => self.postMessage(content, { transfer })
  read(data).then(
    (content) => answer(content, 'document' in content ? content.document.pictures.map(({ bytes }) => bytes) : []),
    (error: unknown) => answer({ fault: error instanceof ArchiveError ? error.fault : 'broken' }),
  )
}
