// The XML of documents without what programs write of people: by patterns, for the text around must stay as it is, byte by byte.

/** Another letter code would hide from the patterns what they look for. */
export class Unreadable extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true })
export function xmlText(bytes: Buffer): string {
  const text = bytes.includes(0) ? undefined : decoded(bytes)
  const code = text && /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1]
  if (text === undefined || (code && !/^(utf-?8|us-ascii)$/i.test(code)) || text.includes('<!ENTITY')) throw new Unreadable()
  return text
}
function decoded(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Without these attributes; their prefix does not matter. */
export const withoutAttributes = (xml: string, ...names: string[]): string =>
  xml.replace(new RegExp(`\\s(?:[\\w.-]+:)?(?:${names.join('|')})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')

/** With this value in each of these attributes. */
export const withAttributes = (xml: string, names: readonly string[], value: string): string =>
  xml.replace(
    new RegExp(`(\\s(?:[\\w.-]+:)?(?:${names.join('|')})\\s*=\\s*)(?:"[^"]*"|'[^']*')`, 'g'),
    (_, head: string) => `${head}"${value}"`,
  )

/** Without these elements and all that is in them; their prefix does not matter. In one pass, however many are left open. */
export function withoutElements(xml: string, ...names: string[]): string {
  const opening = new RegExp(`<((?:[\\w.-]+:)?(?:${names.join('|')}))(?:\\s[^<>]*)?>`, 'g')
  const kept: string[] = []
  let from = 0
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    kept.push(xml.slice(from, found.index))
    from = opening.lastIndex
    if (found[0].endsWith('/>')) continue
    const closing = xml.indexOf(`</${found[1]}`, from)
    from = closing < 0 ? 0 : xml.indexOf('>', closing) + 1
    if (from === 0) throw new Unreadable()
    opening.lastIndex = from
  }
  kept.push(xml.slice(from))
  return kept.join('')
}

/** With this text in each of these elements. */
export const withText = (xml: string, name: string, text: string): string =>
  xml.replace(
    new RegExp(`<((?:[\\w.-]+:)?${name})((?:\\s[^<>]*)?)>[^<]*</\\1\\s*>`, 'g'),
    (_, tag: string, attributes: string) => `<${tag}${attributes}>${text}</${tag}>`,
  )

/** A drawing without what its program wrote beside it. */
export const strippedSvg = (bytes: Buffer): Buffer =>
  Buffer.from(
    withoutAttributes(
      withoutElements(xmlText(bytes).replace(/<!--[\s\S]*?-->/g, ''), 'metadata', 'namedview', 'RDF'),
      'docname',
      'export-filename',
      'absref',
    ),
  )
