// The kinds of files whose properties can be removed, and those that have none.
import { extname } from 'node:path'
import { kindOf } from '../rows/kinds.ts'

const documents = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip'] as const
const pictures = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'svg'] as const
export type StrippedExtension = (typeof documents | typeof pictures)[number]
const stripped: ReadonlySet<string> = new Set([...documents, ...pictures])

export const endingOf = (name: string): string => extname(name).slice(1).toLowerCase()

/** none: files of this kind have no properties; no: they have, and cannot be stripped. */
export function strippingOf(name: string): 'none' | 'yes' | 'no' {
  const extension = endingOf(name)
  if (stripped.has(extension)) return 'yes'
  const formats = kindOf(extension)?.formats
  return formats?.[0] === 'text' && !formats.includes('zip') ? 'none' : 'no'
}
