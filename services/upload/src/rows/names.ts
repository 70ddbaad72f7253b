// The names of files: shown, sorted and offered for download on every system, hence kept in one form.
import { invalid } from '@lyceum/kit/calls/errors'
import { bytesOf, maxNameBytes } from '@lyceum/kit/text/short-names'
import { cleanTitle, hasUnfit, visibleName } from '@lyceum/kit/text/titles'

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?$/i
const maxLinkBytes = 600
/** The name in normal form C without outer spaces. 400 at `name`: fileUpload.nameError, fileUpload.nameTooLong. */
export function cleanName(text: string): string {
  const name = text.isWellFormed() ? visibleName(text) : ''
  if (name === '' || /^\.+$/.test(name) || hasUnfit(name) || /[/\\]/.test(name) || reserved.test(name) || name.endsWith('.'))
    throw invalid({ name: 'fileUpload.nameError' })
  return within(name, maxNameBytes)
}

/** The name of a link is a title: it is never a file's name. 400 as for a file. */
export function linkName(text: string): string {
  const title = text.isWellFormed() ? cleanTitle(text) : ''
  if (title === '') throw invalid({ name: 'fileUpload.nameError' })
  return within(title, maxLinkBytes)
}

function within(name: string, limit: number): string {
  const bytes = bytesOf(name)
  if (bytes > limit) throw invalid({ name: ['fileUpload.nameTooLong', { bytes, most: limit }] })
  return name
}

/** 'Lecture 1.MP4' → 'mp4'; '' when there is none. */
export const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
