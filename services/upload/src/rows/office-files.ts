// The office files that are previewed as PDF.
import { extensionOf } from './names.ts'

/** The extensions of previewed formats, and of others that converters read. */
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
const extensionSet: ReadonlySet<string> = new Set(officeExtensions)

export const isOffice = (name: string) => extensionSet.has(extensionOf(name))

/** The preview_status of an upload; null without a preview. */
export type PreviewStatus = 'queued' | 'running' | 'ready' | 'failed'
