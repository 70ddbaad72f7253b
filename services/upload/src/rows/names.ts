// The names of files: shown, sorted and offered for download on every system, hence kept in one form.
import { cleanTitle, hasUnfit, visibleName } from '@lyceum/kit/text/titles'

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i
/** The name in normal form C without outer spaces; undefined for an invalid one (fileUpload.nameError). At most 255 bytes in UTF-8. */
export function cleanName(text: string): string | undefined {
  if (!text.isWellFormed()) return
  const name = visibleName(text)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.')) return
  return Buffer.byteLength(name) > 255 ? undefined : name
}

/** The name of a link is a title: it is never a file's name. Undefined for an invalid one. */
export function linkName(text: string): string | undefined {
  const title = text.isWellFormed() ? cleanTitle(text) : ''
  return title === '' || Buffer.byteLength(title) > 600 ? undefined : title
}

/** 'Lecture 1.MP4' → 'mp4'; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
