// Which files are shown as a PDF made of them.
import { extensionOf } from '../uploads/names.ts'

/** The office formats that are previewed, and those that converters know as well. */
export const officeExtensions = [
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'uof',
  'uot',
  'uos',
  'uop',
  'ofd',
  'odt',
  'ods',
  'odp',
  'rtf',
] as const
const known: ReadonlySet<string> = new Set(officeExtensions)

export const isOffice = (name: string) => known.has(extensionOf(name))

/** Of an upload's row: null where nothing is made of it. */
export type PreviewStatus = 'queued' | 'running' | 'ready' | 'failed'
