// People in a text that somebody pasted: one to a line, in a list, a column or rows of a spreadsheet, or the addresses of a mail.
import { plainWidth } from '@lyceum/kit/text/width'

/** The pieces of a line between commas, semicolons (Chinese ones too) and tabs; those in quotes or angle brackets do not divide it. */
function pieces(line: string): string[] {
  const signs = [...line]
  const all: string[] = []
  let piece = ''
  let end = ''
  for (const [at, sign] of signs.entries()) {
    const closing = sign === '"' ? '"' : sign === '<' ? '>' : ''
    if (end) end = sign === end ? '' : end
    else if (closing && signs.indexOf(closing, at + 1) > at) end = closing
    if (!end && /[,;\t、]/.test(sign)) {
      all.push(piece)
      piece = ''
    } else piece += sign
  }
  return [...all, piece].map((text) => text.trim()).filter(Boolean)
}

/** Without the name around it: `"Tan, Maya" <maya@aldermoor.example>`. Spaces outside of quotes are dropped. */
function addressOf(piece: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(piece)?.[1] ?? piece).trim().replace(/^mailto:/i, '')
  return address.startsWith('"') ? address : address.replaceAll(/\s+/g, '')
}

const lines = (text: string) => plainWidth(text).split(/\r\n|[\r\n\u2028\u2029]/)
const once = (all: string[]) => [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]

/** Everything between commas, each once: what is no address stays, to be shown as wrong. */
export const addressesIn = (text: string): string[] => once(lines(text).flatMap(pieces).map(addressOf).filter(Boolean))

/** User numbers and addresses, each once. Words beside them in the line (a name) are left out; a line of words alone stays as one entry. */
export const peopleIn = (text: string): string[] =>
  once(
    lines(text).flatMap((line) => {
      const all = pieces(line).map((piece) => (piece.includes('@') ? addressOf(piece) : unquoted(piece)))
      const named = all.filter((piece) => piece.includes('@') || (/\d/.test(piece) && !/\s/.test(piece)))
      return named.length > 0 ? named : all.slice(0, 1)
    }),
  )
const unquoted = (piece: string) => piece.replace(/^"(.*)"$/, '$1').trim()

/** Whether it has the form of an address: the server knows whose it is. */
export const isAddress = (text: string): boolean =>
  text.length <= 320 && /^("[^"]+"|[^\s"@,;<>]+)@[^\s"@,;<>.]+(\.[^\s"@,;<>.]+)+$/.test(text)
