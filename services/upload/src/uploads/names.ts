// What a file may be called. Names are shown, sorted and offered as download names on every system, so they are kept in one form.

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i
// control characters, what hides or turns the reading direction (photo‮gpj.exe), halves of surrogate pairs, path separators
const unfit = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\]/u

/** The name in normal form C without outer spaces; undefined: it cannot be a name (fileUpload.nameError). At most 255 bytes in UTF-8. */
export function cleanName(given: string): string | undefined {
  if (!given.isWellFormed()) return
  const name = given.normalize('NFC').trim()
  if (name === '' || /^\.+$/.test(name) || unfit.test(name) || reserved.test(name) || name.endsWith('.')) return
  return Buffer.byteLength(name) > 255 ? undefined : name
}

/** 'Lecture 1.MP4' → 'mp4'; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
