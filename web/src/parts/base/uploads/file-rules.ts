// Checks of files before a byte is sent, by the server's rules. The codes are the server's and the keys of the page's texts.
import { hasUnfit, visibleName } from '@lyceum/kit/text/titles'

export type RefusalCode = 'fileUpload.nameError' | 'fileUpload.zeroSize' | 'fileUpload.tooLarge' | 'fileUpload.typeError'
export type Refusal = { name: string; code: RefusalCode; params?: Record<string, unknown> }
/** The rules of GET /api/upload-rules, or those of one form: sizes in bytes, one for all or by type. */
export type Rules = {
  maxSize?: number | Readonly<Record<string, number>>
  extensions?: readonly string[] | Readonly<Record<string, readonly string[]>>
}

export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i

/** The server's rule (services/upload names.ts): one line of visible characters, no path parts, no name reserved by Windows. */
export function nameIsValid(input: string): boolean {
  const name = visibleName(input)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.')) return false
  return new TextEncoder().encode(name).length <= 255
}

/** The type of a file extension; undefined when it may not be uploaded. */
function typeOf(extension: string, { extensions }: Rules): string | undefined {
  if (!extensions) return 'other'
  if (Array.isArray(extensions)) return extensions.includes(extension) ? 'other' : undefined
  return Object.entries(extensions as Record<string, readonly string[]>).find(([, list]) => list.includes(extension))?.[0]
}

const maxSizeOf = ({ maxSize }: Rules, type: string): number =>
  (typeof maxSize === 'object' ? (maxSize[type] ?? maxSize.other) : maxSize) ?? Number.POSITIVE_INFINITY

/** Metadata files of operating systems: never sent, never listed as refused. */
export const isJunk = (name: string): boolean => name === '.DS_Store'

/** Splits files into accepted and refused ones, the latter with their reason and `label`. */
export function partition<F extends { name: string; size: number }>(
  files: readonly F[],
  rules: Rules = {},
  label: (file: F) => string = ({ name }) => name,
): { accepted: F[]; refused: Refusal[] } {
  const accepted: F[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    if (isJunk(file.name)) continue
    const problem = faultOf(file, rules)
    if (problem) refused.push({ name: label(file), ...problem })
    else accepted.push(file)
  }
  return { accepted, refused }
}

function faultOf({ name, size }: { name: string; size: number }, rules: Rules): Omit<Refusal, 'name'> | undefined {
  const extension = extensionOf(name)
  const type = typeOf(extension, rules)
  const maxSize = maxSizeOf(rules, type ?? 'other')
  if (!nameIsValid(name)) return { code: 'fileUpload.nameError' }
  if (type === undefined)
    return {
      code: 'fileUpload.typeError',
      params: { extension, ...(Array.isArray(rules.extensions) && { extensions: rules.extensions.join(', ') }) },
    }
  if (size === 0) return { code: 'fileUpload.zeroSize' }
  return size > maxSize ? { code: 'fileUpload.tooLarge', params: { limit: maxSize } } : undefined
}
