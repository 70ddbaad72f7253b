// What a file may be called. Names are shown, sorted and offered as download names on every system, so they are kept in one form.
import { hasUnfit, visibleName } from '@lyceum/kit/titles'

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i
/** The name in normal form C without outer spaces; undefined: it cannot be a name (fileUpload.nameError). At most 255 bytes in UTF-8. */
export function cleanName(given: string): string | undefined {
  if (!given.isWellFormed()) return
  const name = visibleName(given)
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.')) return
  return Buffer.byteLength(name) > 255 ? undefined : name
}

/** 'Lecture 1.MP4' → 'mp4'; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
