// Paths of files in a package, and the references of its manifest to them.
import { BadPackage } from './bad-package.ts'

/** One spelling of a path for looking it up: authors' programs mix cases and composed letters. */
export const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase()

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const isAbsolute = (reference: string) => /^([a-z][a-z0-9+.-]*:|[/\\])/i.test(reference)

/** A folder of the manifest (xml:base) in another one. BadPackage unsafePath for one out of the package. */
export const baseIn = (base: string, more: string | undefined): string => {
  if (more === undefined || more === '') return base
  const folder = joined(base, more)
  return more.endsWith('/') || folder === '' ? folder : folder.slice(0, folder.lastIndexOf('/') + 1)
}

function joined(base: string, reference: string): string {
  if (isAbsolute(reference)) throw new BadPackage('package.unsafePath', { path: reference.slice(0, 200) })
  const parts = base.split('/').slice(0, -1)
  for (const part of reference.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.pop() === undefined) throw new BadPackage('package.unsafePath', { path: reference.slice(0, 200) })
    if (part !== '..' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Meaning of an href: possible paths of its file, the likeliest first, and what follows the path in its address. */
export function resolved(base: string, href: string): { paths: string[]; query: string; fragment: string } {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href.trim()) ?? []
  const written = joined(base, path)
  const meant = decoded(written)
  // an encoded way out
  if (meant !== written) joined('', meant)
  return { paths: [...new Set([meant, written])], query, fragment }
}

/** Adds the parameters of an item to an address, as SCORM's content aggregation model says. */
export function withParameters(address: { query: string; fragment: string }, parameters: string | undefined): string {
  const given = parameters?.trim().replace(/^[?&]+/, '') ?? ''
  if (given === '') return address.query + address.fragment
  if (given.startsWith('#')) return address.query + (address.fragment || given)
  return `${address.query === '' ? '?' : `${address.query}&`}${given}${address.fragment}`
}

/** The path as a part of an address. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
