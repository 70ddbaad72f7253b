/** What the server would refuse is said before a byte is sent. Codes are also the web's text keys. */
export type Refusal = {
  name: string
  code: 'fileUpload.nameError' | 'fileUpload.zeroSize' | 'fileUpload.tooLarge' | 'fileUpload.typeError'
  params?: Record<string, unknown>
}
export type Rules = { most?: number; extensions?: readonly string[] }

export const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '')

/** Names that a file system, a header or a reader could misread: control and bidi characters, path parts, reserved characters, longer than 255 bytes of UTF-8. */
export function nameIsValid(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..') return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]/u.test(name)) return false
  return new TextEncoder().encode(name).length <= 255
}

/** Splits a choice of files into those to send and those refused, each with its reason. `.DS_Store` is dropped without a word. */
export function sort<F extends { name: string; size: number }>(files: readonly F[], rules: Rules = {}): { fine: F[]; refused: Refusal[] } {
  const fine: F[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    if (file.name === '.DS_Store') continue
    if (!nameIsValid(file.name)) refused.push({ name: file.name, code: 'fileUpload.nameError' })
    else if (rules.extensions && !rules.extensions.includes(extensionOf(file.name))) {
      refused.push({ name: file.name, code: 'fileUpload.typeError', params: { extensions: rules.extensions.join(', ') } })
    } else if (file.size === 0) refused.push({ name: file.name, code: 'fileUpload.zeroSize' })
    else if (rules.most !== undefined && file.size > rules.most)
      refused.push({ name: file.name, code: 'fileUpload.tooLarge', params: { most: rules.most } })
    else fine.push(file)
  }
  return { fine, refused }
}
