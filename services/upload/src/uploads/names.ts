// The names of files: shown, sorted and offered for download on every system, hence kept in one form.
import { hasUnfit, visibleName } from '@lyceum/kit/text/titles'

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i
/** The name in normal form C without outer spaces; undefined for an invalid one (fileUpload.nameError). At most 255 bytes in UTF-8. */
export function cleanName(text: string): string | undefined {
  if (!text.isWellFormed()) return
  const name = visibleName(text)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.')) return
  return Buffer.byteLength(name) > 255 ? undefined : name
}

/** 'Lecture 1.MP4' → 'mp4'; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
