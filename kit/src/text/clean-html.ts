// Cleaning of rich text, HTML of one allow-list, when it is written: stored text is safe for every reader, and what the list has not is converted first.
import { Parser } from 'htmlparser2'
import sanitize from 'sanitize-html'
import { invalid } from '../calls/errors.ts'
import { type Converted, convertedRich } from './rich/conversion.ts'
import { element, type RichElement, type RichNode } from './rich/tree.ts'
import { richAttributes, richLimits, richTags } from './rich-text.ts'

/** A path of this installation: neither another server's nor one that a browser reads as such. */
const isOurs = (src: string): boolean => /^(\/(?![/\\])|[\w.-]+(?:[/?#]|$))/.test(src)

const options: sanitize.IOptions = {
  allowedTags: richTags,
  allowedAttributes: richAttributes,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    // an address that no browser can parse is removed: parsing it would throw elsewhere. An attachment has none, as a picture has none
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && !attribs['data-upload'] && URL.canParse(href, 'https://here.invalid') && { href }),
        ...attribs,
        rel: 'noopener noreferrer',
      },
    }),
    // an uploaded file has no address: grants expire. A picture on another server would name its readers there: it becomes a link
    img: (name, { src, ...attribs }): sanitize.Tag => {
      if (attribs['data-upload'] || !src) return { tagName: name, attribs }
      if (isOurs(src)) return { tagName: name, attribs: { src, ...attribs } }
      if (!/^https?:/i.test(src) || !URL.canParse(src)) return { tagName: name, attribs }
      return { tagName: 'a', attribs: { href: src, rel: 'noopener noreferrer' }, text: attribs.alt?.trim() || src }
    },
  },
}

/** 400 at `field` where it is nested too deep, has too many elements or too long a formula: parsing stops there, so that no text blocks the process. */
function bounds(field: string) {
  let [depth, elements] = [0, 0]
  return {
    open: (attributes: Record<string, string>) => {
      if (++depth > richLimits.depth) throw invalid({ [field]: ['richText.tooDeep', { most: richLimits.depth }] })
      if (++elements > richLimits.elements) throw invalid({ [field]: ['richText.tooMany', { most: richLimits.elements }] })
      if ((attributes['data-latex']?.length ?? 0) > richLimits.latex)
        throw invalid({ [field]: ['richText.longFormula', { most: richLimits.latex }] })
    },
    close: () => void depth--,
  }
}

function parsed(field: string, html: string): RichNode[] {
  const root = element('', [])
  const open: RichElement[] = [root]
  const { open: begin, close } = bounds(field)
  const parser = new Parser({
    onopentag(name, attributes) {
      begin(attributes)
      const one = element(name, [], attributes)
      open.at(-1)!.children.push(one)
      open.push(one)
    },
    onclosetag() {
      close()
      open.pop()
    },
    ontext(text) {
      const { children } = open.at(-1)!
      const last = children.at(-1)
      if (typeof last === 'string') children[children.length - 1] = last + text
      else children.push(text)
    },
  })
  parser.end(html)
  return root.children
}

/** HTML of other programs with what the list has in place of what it has not, still to be cleaned; and what went. */
export const convertedHtml = (field: string, html: string): Converted => convertedRich(html, (text) => parsed(field, text))

/** The HTML that may be stored. */
export function cleanHtml(field: string, html: string): string {
  const { open, close } = bounds(field)
  return sanitize(convertedHtml(field, html).html, { ...options, onOpenTag: (_, attributes) => open(attributes), onCloseTag: close })
}
