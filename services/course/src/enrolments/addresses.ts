// E-mail addresses as people write and paste them, and as accounts hold them.
import { domainToASCII, domainToUnicode } from 'node:url'
import { plainWidth } from '@lyceum/kit/text/width'

/** The forms in which an account may hold this address: in small letters, its domain in letters of any language or in their ASCII form. None: it is no address. */
export function addressForms(text: string): string[] {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at).toLowerCase()
  const domain = domainToASCII(text.slice(at + 1).toLowerCase())
  if (at < 1 || !isName(name) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return []
  return [...new Set([domain, domainToUnicode(domain), text.slice(at + 1).toLowerCase()])].map((one) => `${name}@${one}`)
}

/** Letters of any language, digits and the signs of RFC 5322 without dots at its ends; or anything in quotes. */
const isName = (name: string) =>
  name.length <= 64 &&
  (/^"([^"\\\r\n]|\\.)+"$/.test(name) || (/^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u.test(name) && !/^\.|\.$|\.\./.test(name)))

/** The address in a text such as `"Tan, Maya" <maya@aldermoor.example>` or `mailto:…`; the text itself where there are no angle brackets. Spaces outside of quotes are dropped. */
export function addressIn(text: string): string {
  const plain = plainWidth(text)
  const inBrackets = /<([^<>]*)>\s*$/.exec(plain)?.[1] ?? plain
  const address = inBrackets.trim().replace(/^mailto:/i, '')
  return /^"/.test(address) ? address : address.replaceAll(/\s+/g, '')
}
