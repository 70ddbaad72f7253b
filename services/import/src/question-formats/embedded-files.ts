// Files that texts of questions name: found under whatever spelling a text has for them, taken out of the text itself, or named as left out.
import { extensionsOfPictures } from './picture-types.ts'
import type { NeutralFile, NeutralFileOfQuestions, NeutralQuestion, Note } from './format.ts'
import { escaped, newPartId, unescaped, withTexts } from './parts.ts'

/** Bytes of a file within a text or an XML file. */
export const mostBytes = 20 * 1024 ** 2
export const tooLarge = (name: string): Note => ({ code: 'fileTooLarge', params: { name, most: mostBytes / 1024 ** 2 } })

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** The spellings of a name in an address, the plainest first: as it stands, without a query, and with its signs decoded. */
const spellings = (address: string): string[] => {
  const plain = address.replace(/[?#].*$/s, '')
  return [...new Set([address, plain, decoded(address), decoded(plain), decoded(plain.replaceAll('+', ' '))])]
}
const folded = (path: string): string => path.normalize('NFC').replaceAll('\\', '/').replace(/^\/+/, '')
const lastOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path
/** The name of a file in an address, for people. */
export const nameIn = (address: string): string =>
  lastOf(decoded(address.replace(/[?#].*$/s, '').replace(/^@@PLUGINFILE@@/, ''))) || address

/** One of `files`, by their paths: under any spelling of its path, else the only one whose path ends so, else the only one of its name. */
export function fileFinder<T>(files: ReadonlyMap<string, T>): (address: string) => T | undefined {
  const byPath = new Map<string, T>()
  const byName = new Map<string, string[]>()
  for (const [path, file] of files) {
    byPath.set(folded(path), file)
    const name = lastOf(folded(path)).toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), folded(path)])
  }
  return (address) => {
    const paths = spellings(address).map(folded)
    for (const path of paths) if (byPath.has(path)) return byPath.get(path)
    for (const path of paths) {
      const named = byName.get(lastOf(path).toLowerCase()) ?? []
      const [found, ...others] = named.length > 1 ? named.filter((one) => `/${one}`.endsWith(`/${path.replace(/^(\.\.?\/)+/, '')}`)) : named
      if (found !== undefined && others.length === 0) return byPath.get(found)
    }
    return undefined
  }
}

/** Keeps a file under a key that any text can name. */
export function keep(files: Map<string, NeutralFile>, name: string, bytes: Uint8Array): string {
  const key = `${newPartId()}/${encodeURIComponent(
    name
      .slice(-120)
      .replaceAll(/[\\/\p{Cc}]/gu, '_')
      .toWellFormed(),
  ).replaceAll("'", '%27')}`
  files.set(key, { name, bytes })
  return `question-file:${key}`
}

/** The name in such a key. */
export const nameOfKey = (key: string): string => decoded(lastOf(key))

const media = /<(img|audio|video|source|a|object|embed)\b[^'">]*(?:(?:"[^"]*"|'[^']*')[^'">]*)*>/gi
/** A picture of a formula goes: its words take its place. */
const ofFormula = /\sdata-(?:equation-content|mathml)\s*=|\sclass\s*=\s*["']?[^"'>]*\b(?:equation_image|Wirisformula|texrender)\b/i
const addressed = /(\s(?:src|href|poster|data))\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

/** The text with each address of a picture, sound, film or link as `map` answers it; undefined: without the address. */
export const withAddresses = (html: string, map: (address: string, tag: string) => string | undefined): string =>
  html.replaceAll(media, (whole, tag: string) =>
    ofFormula.test(whole)
      ? whole
      : whole.replaceAll(addressed, (_, attribute: string, double?: string, single?: string, bare?: string) => {
          const address = map(unescaped(double ?? single ?? bare ?? '').trim(), tag.toLowerCase())
          return address === undefined ? '' : `${attribute}="${escaped(address)}"`
        }),
  )

/** The picture within an address itself; undefined: it is none that can be read. */
function pictureWithin(address: string): { extension: string; bytes: Buffer } | undefined {
  const comma = address.indexOf(',')
  const [, type = '', encoding] =
    /^data:([\w.+-]+\/[\w.+-]+)?(?:;\s*(?!base64)[\w.+-]+(?:=[^;,]*)?)*\s*(;\s*base64)?\s*$/i.exec(
      address.slice(0, Math.min(200, Math.max(0, comma))),
    ) ?? []
  const extension = extensionsOfPictures[type.toLowerCase()]
  if (!extension) return undefined
  const content = address.slice(comma + 1)
  const bytes = encoding ? Buffer.from(decoded(content), 'base64') : Buffer.from(decoded(content))
  return bytes.length === 0 ? undefined : { extension, bytes }
}

/** Pictures within addresses become files; what is named and is not in the file is named in a note, and no address of another place stays. */
export function withEmbeddedFiles(file: NeutralFileOfQuestions): NeutralFileOfQuestions {
  const files = new Map(file.files)
  let pictures = 0
  const mended = (question: NeutralQuestion): NeutralQuestion => {
    const notes: Note[] = []
    const leave = (name: string) => {
      notes.push({ code: 'fileLeftOut', params: { name } })
    }
    const map = (address: string, tag: string): string | undefined => {
      if (/^data:/i.test(address)) {
        const picture = pictureWithin(address)
        const name = `picture-${++pictures}${picture ? `.${picture.extension}` : ''}`
        if (!picture) return leave(name) as undefined
        if (picture.bytes.length <= mostBytes) return keep(files, name, picture.bytes)
        notes.push(tooLarge(name))
        return undefined
      }
      if (tag === 'a' && !address.startsWith('@@PLUGINFILE@@')) return address
      if (address === '' || /^(question-file:|https?:|\/\/)/i.test(address)) return address
      return leave(nameIn(address)) as undefined
    }
    const written = withTexts(question, (html) =>
      withAddresses(html, map).replaceAll(/@@PLUGINFILE@@([^"'\s<>)]*)/g, (_, address: string) => {
        leave(nameIn(address))
        return ''
      }),
    )
    return { ...written, notes: [...question.notes, ...notes] }
  }
  return { ...file, questions: file.questions.map(mended), files }
}
