// Checks of files before a byte is sent, by the server's rules. The codes are the server's and the keys of the page's texts.
import { bytesOf, maxNameBytes, shortName } from '@lyceum/kit/text/short-names'
import { hasUnfit, visibleName } from '@lyceum/kit/text/titles'

export type RefusalCode =
  | 'fileUpload.nameError'
  | 'fileUpload.nameTooLong'
  | 'fileUpload.zeroSize'
  | 'fileUpload.tooLarge'
  | 'fileUpload.typeError'
export type Refusal = { name: string; code: RefusalCode; params?: Record<string, unknown> }
/** The rules of GET /api/upload-rules, or those of one form: sizes in bytes, one for all or by type. */
export type Rules = {
  maxSize?: number | Readonly<Record<string, number>>
  extensions?: readonly string[] | Readonly<Record<string, readonly string[]>>
}

export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i

export type NameFault = { code: 'fileUpload.nameError' | 'fileUpload.nameTooLong'; params?: { bytes: number; most: number } }
/** The server's rule (services/upload names.ts): one line of visible characters, no path parts, no name reserved by Windows. */
export function faultOfName(input: string): NameFault | undefined {
  const name = visibleName(input)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.'))
    return { code: 'fileUpload.nameError' }
  const taken = bytesOf(name)
  return taken > maxNameBytes ? { code: 'fileUpload.nameTooLong', params: { bytes: taken, most: maxNameBytes } } : undefined
}

/** The file under a name that is not too long. */
export const withShortName = (file: File): File => {
  const name = shortName(visibleName(file.name))
  return faultOfName(file.name)?.code === 'fileUpload.nameTooLong'
    ? new File([file], name, { type: file.type, lastModified: file.lastModified })
    : file
}

/** The types of a file extension, of which its bytes choose; none when it may not be uploaded. */
function typesOf(extension: string, { extensions }: Rules): string[] {
  if (!extensions) return ['other']
  if (Array.isArray(extensions)) return extensions.includes(extension) ? ['other'] : []
  return Object.entries(extensions as Record<string, readonly string[]>).flatMap(([type, list]) => (list.includes(extension) ? [type] : []))
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
  const types = typesOf(extension, rules)
  const maxSize = Math.max(...types.map((type) => maxSizeOf(rules, type)))
  const nameFault = faultOfName(name)
  if (nameFault) return nameFault
  if (types.length === 0)
    return {
      code: 'fileUpload.typeError',
      params: { extension, ...(Array.isArray(rules.extensions) && { extensions: rules.extensions.join(', ') }) },
    }
  if (size === 0) return { code: 'fileUpload.zeroSize' }
  return size > maxSize ? { code: 'fileUpload.tooLarge', params: { limit: maxSize } } : undefined
}
