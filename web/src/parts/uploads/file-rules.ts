// What the server would refuse is said before a byte is sent. Codes are also the web's text keys.
import { hasUnfit, visibleName } from '@lyceum/kit/titles'

export type RefusalCode = 'fileUpload.nameError' | 'fileUpload.zeroSize' | 'fileUpload.tooLarge' | 'fileUpload.typeError'
export type Refusal = { name: string; code: RefusalCode; params?: Record<string, unknown> }
/** As GET /api/upload-rules says them, or what one place takes: sizes in bytes, one for all or by type. */
export type Rules = {
  most?: number | Readonly<Record<string, number>>
  extensions?: readonly string[] | Readonly<Record<string, readonly string[]>>
}

export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i

/** As the server decides (services/upload names.ts): one line of visible characters, no path parts, nothing that Windows keeps for itself. */
export function nameIsValid(given: string): boolean {
  const name = visibleName(given)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.')) return false
  return new TextEncoder().encode(name).length <= 255
}

/** The type that a file's extension stands for; undefined when it is none that may be uploaded. */
function typeOf(extension: string, { extensions }: Rules): string | undefined {
  if (!extensions) return 'other'
  if (Array.isArray(extensions)) return extensions.includes(extension) ? 'other' : undefined
  return Object.entries(extensions as Record<string, readonly string[]>).find(([, list]) => list.includes(extension))?.[0]
}

const mostOf = ({ most }: Rules, type: string): number =>
  (typeof most === 'object' ? (most[type] ?? most.other) : most) ?? Number.POSITIVE_INFINITY

/** Folders' own leavings: never sent, never named. */
export const isLeaving = (name: string): boolean => name === '.DS_Store'

/** Splits a choice of files into those to send and those refused, each with its reason and as `named`. */
export function sort<F extends { name: string; size: number }>(
  files: readonly F[],
  rules: Rules = {},
  named: (file: F) => string = ({ name }) => name,
): { fine: F[]; refused: Refusal[] } {
  const fine: F[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    if (isLeaving(file.name)) continue
    const fault = faultOf(file, rules)
    if (fault) refused.push({ name: named(file), ...fault })
    else fine.push(file)
  }
  return { fine, refused }
}

function faultOf({ name, size }: { name: string; size: number }, rules: Rules): Omit<Refusal, 'name'> | undefined {
  const extension = extensionOf(name)
  const type = typeOf(extension, rules)
  const most = mostOf(rules, type ?? 'other')
  if (!nameIsValid(name)) return { code: 'fileUpload.nameError' }
  if (type === undefined)
    return {
      code: 'fileUpload.typeError',
      params: { extension, ...(Array.isArray(rules.extensions) && { extensions: rules.extensions.join(', ') }) },
    }
  if (size === 0) return { code: 'fileUpload.zeroSize' }
  return size > most ? { code: 'fileUpload.tooLarge', params: { limit: most } } : undefined
}
